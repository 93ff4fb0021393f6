"""Words that claim nothing of their own beside a figure: function words and plain verbs of reporting."""

_NEUTRAL = {
    "en": "a an the this that these those it its they their there here which who whose what in on at of for "
    "from to by with as per than and or but while whereas also then out up over under between among "
    "across within into through about around is are was were be been being has have had having do does "
    "did it’s came come comes amount amounts amounted stood stands reached reach reaches recorded "
    "accounted accounts account made makes make contributed contributes generated generates showed shows "
    "show shown saw sees posted represented represents equal equals equalled totalled totals total "
    "respectively compared comparison relative against versus followed following during quarter year "
    "month week day period percent share shares part value values figure figures number numbers region "
    "regions case cases namely see rows row records entries spent spend overall altogether given know "
    "nothing database passage answers answer states reason document report source",
    "de": "der die das den dem des ein eine einer eines einem einen und oder aber während sowie in im an am "
    "auf aus bei von vom zu zum zur für mit um nach über unter zwischen gegen gegenüber als wie es sie "
    "er ihr ihre sich dies diese dieser dieses ist sind war waren hat haben hatte hatten wird werden "
    "wurde wurden betrug beträgt betrugen lag lagen liegt liegen belief beliefen erreichte erreicht "
    "erreichten bis verzeichnete verzeichneten verzeichnet wuchs verglichen jahre jahres quartals "
    "erzielte erzielt erzielten entfiel entfielen entfällt macht machte machten kam kamen kommt stand "
    "zahl zahlen wert werte anteil prozent prozentpunkte quartal jahr monat woche tag zeitraum vergleich "
    "zählte zählten zählt gab gibt blieb blieben bzw beziehungsweise insgesamt nämlich rund region "
    "regionen zeilen grund nennt sagt datenbank nichts textstelle keine beantwortet",
    "fr": "le la les l un une des du de d et ou mais tandis que alors qui quoi dont où à au aux en dans sur "
    "par pour avec sans entre contre vers chez ce cet cette ces il elle ils elles son sa ses leur leurs "
    "se est sont était étaient a ont avait avaient été être atteint atteindre atteignait atteignaient "
    "réalisé réalise enregistré enregistre représente représentait s’élève élève élevait établit "
    "établissait compte comptait soit respectivement total valeur valeurs part chiffre trimestre année "
    "mois semaine jour période comparaison région régions nombre ainsi lignes passé passe passer compté "
    "enregistrés enregistrées enregistrée rapport celui celle ceux celles comparé comme raison dit "
    "indique rien base données aucun passage répond ceci",
    "es": "el la los las un una unos unas y o pero mientras que de del a al en con sin por para entre sobre "
    "contra hacia hasta desde se su sus lo le les este esta estos estas ese esa es son era eran fue "
    "fueron ha han había sido ser alcanzó alcanza alcanzaron registró registra registraron representó "
    "representa supuso situó sitúa ascendió asciende tuvo tiene sumó respectivamente total valor valores "
    "parte cuota trimestre año mes semana día período comparación región regiones número frente pasó "
    "pasar pasaron respecto comparado tenía tuvieron así generó genera hubo mantuvo mantuvieron mantiene "
    "hay filas razón dice indica nada base datos ningún pasaje responde esto decir",
}
NEUTRAL_WORDS = {language: frozenset(words.split()) for language, words in _NEUTRAL.items()}
"""By language, in lower case."""

_KINDS = {
    "changes": "change changed changes gap difference",
    "wholes": "all each both any together combined beide zusammen teil jeweils tout tous ensemble juntos",
    "multiples": "much many high large times mal hoch viel viele so fois veces",
    "ranks": "place placed rank ranks ranked",
    "percentages": "rate point points percentage",
    "counts": "bought sold",
    "days": "took place placed occurred happened dates dated lieu eu survenu survenue produit produite stattgefunden "
    "fand statt erfolgte lugar ocurrió produjo",
    "searches": "known found gefunden trouvé encontró",
}
WORDS_OF = {kind: frozenset(words.split()) for kind, words in _KINDS.items()}
"""Words that claim nothing beside a calculation of their kind, or an empty result, and something elsewhere."""


def guess_language(text: str) -> str | None:
    """The one language of these whose function words stand most often in a short text."""
    words = text.casefold().replace("’", " ").replace("'", " ").split()
    counts = {language: sum(w.strip(".,;:") in known for w in words) for language, known in NEUTRAL_WORDS.items()}
    most = max(counts.values())
    found = [language for language, count in counts.items() if count == most]
    return found[0] if most and len(found) == 1 else None


NEUTRAL_CHINESE = frozenset(
    "的为是在于和与及而达到至了共计合占有个家名位次项件中同期较比年月日季度第约万亿元美欧地区该排倍各分别从相"
)
"""Single signs that claim nothing of their own."""
