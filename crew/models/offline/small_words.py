"""Words without a meaning of their own, in English, German, French and Spanish."""

_ENGLISH = """
a an the of in on at to for from with as is are was were be been being am do does did doing have has had having
i me my we us our ours you your it its they them their there here this that these those who whom whose which
what when where how and or but if so than then into onto within during per please can could would should will
shall may might must just also only any some such each every all s t d ll re ve give tell show find get let know
want need like about out up down off over by us made make makes come comes associated related respectively
corresponding given following currently existing exist exists yet still already ever so far
"""
_GERMAN = """
der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren wird werden hat haben
hatte hatten wir uns unser unsere unserer unseren sie es ich mir mich in im an am auf zu zum zur von vom mit fur
bei aus welche welcher welches welchen was wer wie wo wann es gibt bitte nach pro je wurde wurden worden sich hatten gab
"""
_FRENCH = """
le la les l un une des du de d et ou est sont etait etaient a ont avait avaient nous notre nos vous il elle ils
elles en dans au aux sur pour par avec qui que quoi quel quelle quels quelles ou quand combien y ce cet cette
ces eu eut eurent ete comment
"""
_SPANISH = """
el los las uno unos unas y o es son era eran fue fueron ha han habia hay nosotros nuestro nuestra nuestros
nuestras al del en con para por que quien cual cuales cuanto cuantos cuanta cuantas donde cuando como se su sus
lo tiene tienen tuvo tuvieron hubo
"""
FILLERS = frozenset(f"{_ENGLISH} {_GERMAN} {_FRENCH} {_SPANISH}".split())
"""Articles, prepositions, pronouns, auxiliaries and polite words."""

_DATABASE_WORDS = """
database databases table tables dataset record records row rows entry entries result results answer answers
value values field fields column columns following available respective individual various particular related
vary varies differ differs
"""
_VERBS = """
write writes wrote written writing publish publishes published publishing present presents presented post posts
posted locate locates located offer offers offered offering serve serves served serving place places placed
contain contains containing contained include includes included including belong belongs belonging receive
receives received receiving earn earns earned use uses used using occur occurs occurred happen happens happened
issue issues issued performed recorded registered submit submits submitted bear assigned assign take takes taken
took get gets gotten obtained based come comes came see saw seen find found involve involves involved involving
connected linked tied attached live lives living lived appear appears appeared appearing
made purchased buy buys bought ordered booked attended visited held
play plays played playing star stars starred starring release releases released produce produces produced
hold holds created create creates work works worked working
"""
_OTHER_LANGUAGES = """
datenbank tabelle datensatz datensatze eintrag eintrage gehoren gehort enthalten enthalt liegen liegt base
donnees tableau enregistrement situe situes situee appartient contient tabla registro registros situado situada
ubicado contiene pertenece
"""
JOINING_VERBS = frozenset(_VERBS.split())
"""Verbs that only say that two things belong together."""

EMPTY = frozenset(f"{_DATABASE_WORDS} {_VERBS} {_OTHER_LANGUAGES}".split())
"""Words for the database itself, and verbs that only say that two things belong together.

They add nothing to what is asked, unless the domain has a thing of that name.
"""
