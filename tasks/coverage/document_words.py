"""Words for kinds of documents: those that tell of a time, and those whose rules hold from a day on."""

import re

from tasks.dates.period_language import without_accents

_GROUPS = {
    "minutes": "minutes transcript transcripts protokoll protokolle protokolls proces-verbal compte-rendu "
    "comptes-rendus acta actas",
    "report": "report reports review reviews statement statements bulletin bulletins newsletter newsletters bericht "
    "berichte berichts rapport rapports informe informes boletin",
    "message": "memo memos memorandum note notes notice notices letter letters mail mails email emails circular "
    "announcement announcements notiz notizen vermerk brief briefe schreiben rundschreiben mitteilung mitteilungen "
    "lettre lettres courriel courriels avis nota notas carta cartas correo correos aviso avisos",
    "rules": "policy policies promise promises guideline guidelines directive directives rule rules regulation "
    "regulations handbook handbooks manual manuals contract contracts agreement agreements terms procedure procedures "
    "charter richtlinie richtlinien handbuch handbuchs vertrag vertrags vertrage regelung regelungen vereinbarung "
    "vereinbarungen satzung anleitung bedingungen versprechen verordnung politique politiques contrat contrats "
    "reglement reglements manuel accord accords charte politica politicas contrato contratos reglamento norma normas "
    "normativa directriz directrices acuerdo acuerdos procedimiento",
    "any": "document documents paper papers dokument dokumente dokuments documento documentos",
}
_COMPOUNDS = re.compile(
    r"(?:protokoll[es]?|bericht[es]?|vermerk|richtlinien?|handbuchs?|vertrag[se]?|regelung(?:en)?|vereinbarung(?:en)?|"
    r"satzung|anleitung|bedingungen|versprechen|verordnung)$"
)
"""What ends a German word for a document: `Rückgaberichtlinie`."""
_GROUP_OF = {word: group for group, words in _GROUPS.items() for word in words.split()}
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def group_of(word: str) -> str:
    """The kind of document that a word names, `any` for documents of every kind; empty for other words."""
    plain = without_accents(word.casefold())
    ends = _COMPOUNDS.findall(plain)
    return next((_GROUP_OF[w] for w in (plain, *plain.split("-"), *ends) if w in _GROUP_OF), "")


def is_pair(words: str) -> bool:
    """Whether two words with a hyphen between them are one for a document: `compte-rendu`."""
    return "-" in words and words in _GROUP_OF


def groups_in(title: str) -> set[str]:
    """The kinds of document that a title or a file's name says."""
    return {group for word in _WORD.findall(title.replace("_", " ")) if (group := group_of(word))} - {"any"}


def is_of_rules(groups: set[str]) -> bool:
    """Whether a document that says these of itself holds rules and does not only tell of them."""
    return groups == {"rules"}
