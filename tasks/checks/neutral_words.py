"""Words that claim nothing of their own beside a figure: function words and plain verbs of reporting."""

_NEUTRAL = {
    "en": "a an the this that these those it its they their there here which who whose what in on at of for "
    "from to by with as per than and or but while whereas both each all any also then out up over "
    "under between among across within into through about around is are was were be been being has have "
    "had having do does did it’s came come comes amount amounts amounted stood stands reached reach "
    "reaches recorded accounted accounts account made makes make contributed contributes generated "
    "generates showed shows show shown saw sees posted represented represents equal equals equalled "
    "totalled totals total together combined respectively compared comparison relative against versus "
    "followed following during quarter quarters year years month months week weeks day days period date "
    "percent percentage points point share shares part rate value values figure figures number numbers "
    "region regions case cases times time much many high large namely see rows row records entries change "
    "changed changes gap difference sold bought spent spend placed rank ranks ranked place half third "
    "remaining rest other others overall altogether one ones same list listed include includes including "
    "included given know nothing found database passage answers answer states reason document report "
    "source",
    "de": "der die das den dem des ein eine einer eines einem einen und oder aber während sowie in im an am auf "
    "aus bei von vom zu zum zur für mit um nach über unter zwischen gegen gegenüber als wie es sie er ihr "
    "ihre sich dies diese dieser dieses ist sind war waren hat haben hatte hatten wird werden wurde "
    "wurden betrug beträgt betrugen lag lagen liegt liegen belief beliefen erreichte erreicht erreichten "
    "bis verzeichnete verzeichneten verzeichnet wuchs hatte verglichen jahre jahres quartals "
    "erzielte erzielt erzielten entfiel entfielen entfällt so viele macht machte machten kam kamen kommt stand zahl "
    "zahlen "
    "wert werte anteil prozent prozentpunkte quartal jahr monat woche tag zeitraum vergleich jeweils "
    "zusammen zählte zählten zählt gab gibt blieb blieben bzw beziehungsweise beide insgesamt nämlich damit davon "
    "auch rund mal hoch viel teil region regionen zeilen "
    "gleich grund nennt sagt datenbank nichts gefunden textstelle keine beantwortet",
    "fr": "le la les l un une des du de d et ou mais tandis que alors qui quoi dont où à au aux en dans sur par "
    "pour avec sans entre contre vers chez ce cet cette ces il elle ils elles son sa ses leur leurs se "
    "est sont était étaient a ont avait avaient été être atteint atteindre atteignait atteignaient "
    "réalisé réalise enregistré enregistre représente représentait s’élève élève élevait établit "
    "établissait compte comptait soit respectivement ensemble total valeur valeurs part chiffre trimestre "
    "année mois semaine jour période comparaison région régions nombre fois aussi ainsi tout tous lignes "
    "passé passe passer compté enregistrés enregistrées enregistrée rapport celui celle ceux celles comparé "
    "comparaison "
    "comme raison dit indique rien trouvé base données aucun passage répond ceci",
    "es": "el la los las un una unos unas y o pero mientras que de del a al en con sin por para entre sobre "
    "contra hacia hasta desde se su sus lo le les este esta estos estas ese esa es son era eran fue "
    "fueron ha han había sido ser alcanzó alcanza alcanzaron registró registra registraron representó "
    "representa supuso situó sitúa ascendió asciende tuvo tiene sumó respectivamente juntos total valor "
    "valores parte cuota trimestre año mes semana día período comparación región regiones número veces "
    "frente pasó pasar pasaron respecto comparado comparación fueron tenía tuvieron "
    "también así generó genera hubo mantuvo mantuvieron mantiene hay filas igual razón dice indica nada encontró "
    "base datos ningún pasaje responde esto "
    "decir",
}
NEUTRAL_WORDS = {language: frozenset(words.split()) for language, words in _NEUTRAL.items()}
"""By language, in lower case."""


def guess_language(text: str) -> str | None:
    """The one language of these whose function words stand most often in a short text."""
    words = text.casefold().replace("’", " ").replace("'", " ").split()
    counts = {language: sum(w.strip(".,;:") in known for w in words) for language, known in NEUTRAL_WORDS.items()}
    most = max(counts.values())
    found = [language for language, count in counts.items() if count == most]
    return found[0] if most and len(found) == 1 else None


NEUTRAL_CHINESE = frozenset(
    "的为是在于和与及而达到至了共计合占有个家名位次项件其中同期较比年月日季度第约万亿元美欧地区该排倍各分别均每从相"
)
"""Single signs that claim nothing of their own."""
