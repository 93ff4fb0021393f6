"""Words that make a claim: directions, rankings, denials, causes. English, German, French, Spanish, Chinese."""

import re
from collections.abc import Iterable


def _pattern(words: str, *, stems: str = "", chinese: str = "") -> re.Pattern[str]:
    """A pattern over whole words (`_` stands for a space), words that begin with a stem, and Chinese signs."""
    parts = [rf"\b(?:{'|'.join(w.replace('_', ' ') for w in words.split())})\b"] if words else []
    if stems:
        parts.append(rf"\b(?:{'|'.join(stems.split())})\w*")
    if chinese:
        parts.append(f"(?:{'|'.join(chinese.split())})")
    return re.compile("|".join(parts), re.IGNORECASE)


RISE = _pattern(
    "up rose rise rises risen rising grew grow grows grown growing growth gain gains gained climbed jumped soared "
    "höher hausse haussier augmenté monté progressé sube subió subieron suben alza",
    stems="increas expand gestiegen steig stieg anstieg zunahme zugenommen zunehm zugelegt gewachsen wächst wuchs "
    "wachstum erhöh augment croissance progress aumen crec",
    chinese="增长 升至 升到 上升 增加 上涨 提高 提升 攀升",
)
"""Something became more."""

FALL = _pattern(
    "down fell fall falls fallen falling dropped drop drops dropping shrank shrunk slid slipped plunged "
    "minus baisse baissé chuté chute diminué reculé recul baja bajó bajaron cayó cayeron cae caída descenso",
    stems="declin decreas reduc gesunken sank sink gefallen fiel rückgang zurückgegangen zurückging abgenommen abnahm "
    "geschrumpft verring diminu dimin recul disminu descend",
    chinese="下降 降至 降到 减少 下跌 降低 下滑 跌 缩减",
)
"""Something became less."""

FLAT = _pattern(
    "unchanged flat the_same stable stagnated unverändert stabil stagnierte stagniert inchangé stagné estable estables",
    chinese="持平 不变 未变",
)
"""Something stayed as it was."""

MORE = _pattern(
    "more_than higher_than greater_than larger_than bigger_than above exceeds exceeded exceed ahead_of outperformed "
    "outsold mehr_als höher_als größer_als übertraf übertrifft plus_que plus_de supérieur supérieure dépasse dépassé "
    "más_que más_de mayor_que superior supera superó more ahead higher larger greater bigger "
    "höher größer mehr plus más",
    stems="surpass",
    chinese="高于 多于 超过 大于 领先 多(?=[\\d¥￥\\s])",
)
"""One thing has more than another."""

LESS = _pattern(
    "less_than lower_than smaller_than fewer_than below behind trails trailed under underperformed less fewer "
    "weniger_als niedriger_als kleiner_als geringer_als moins_que moins_de inférieur inférieure menos_que "
    "menos_de menor_que inferior hinter lower smaller niedriger kleiner geringer weniger moins menos",
    chinese="低于 少于 小于 落后 不足 不到 (?<!至)(?<!减)少(?=[\\d¥￥\\s])",
)
"""One thing has less than another."""

HIGHEST = _pattern(
    "highest largest biggest greatest top best leading leads strongest the_most(?!_recent) höchste höchsten "
    "höchster größte größten größter größtes meisten stärkste stärksten beste besten le_plus_élevé la_plus_élevée "
    "le_plus_grand la_plus_grande la_plus_forte le_plus_fort les_plus_élevés maximum ranked_first ranks_first "
    "came_first más_alto más_alta mayor(?!_que) mayores "
    "la_más_alta más_altos más_altas plus_élevé plus_élevée plus_élevés plus_élevées plus_grand plus_grande "
    "el_más_alto fastest longest längste längsten le_plus_long la_plus_longue más_larga más_largo number_one",
    stems="zweithöch zweitgröß zweitmeist dritthöch drittgröß drittmeist vierthöch viertgröß",
    chinese="最高 最大 最多 最强 最好 第一",
)
"""First of all, counted from the top."""

LOWEST = _pattern(
    "lowest smallest least weakest worst fewest slowest shortest kürzeste kürzesten niedrigste niedrigsten kleinste "
    "kleinsten geringste "
    "geringsten wenigsten schwächste schwächsten schlechteste le_plus_bas la_plus_basse le_plus_faible "
    "la_plus_faible le_plus_petit la_plus_petite minimum "
    "más_bajo más_baja plus_bas plus_basse plus_faible plus_petit plus_court plus_courte más_corta más_corto "
    "menor(?!_que) menores peor",
    stems="zweitniedrig zweitklein zweitgering drittniedrig drittklein drittgering",
    chinese="最低 最小 最少 最弱 最差",
)
"""First of all, counted from the bottom."""

ORDINALS = {
    2: _pattern("second second-highest 2nd zweithöchste zweitgrößte zweite zweiten deuxième segundo segunda",
                stems="zweit", chinese="第二 第2"),
    3: _pattern("third 3rd dritte dritten troisième tercer tercera", stems="dritt", chinese="第三 第3"),
    4: _pattern("fourth 4th vierte vierten quatrième cuarto cuarta", stems="viert", chinese="第四 第4"),
    5: _pattern("fifth 5th fünfte fünften cinquième quinto quinta", stems="fünft", chinese="第五 第5"),
}  # fmt: skip
"""Ordinals that stand before a superlative: the second largest."""

RANKED = re.compile(r"(?:\b(?:ranked|ranks|finished|placed|came|comes)\s+|排名|排在|位居|位列)$", re.IGNORECASE)
"""Stands right before an ordinal that is a rank by itself: `ranked second by revenue`."""

ALL_TIME = _pattern(
    "a_record record_high record_low all-time peaked ever for_the_first_time new_high new_low "
    "rekord rekordwert erstmals "
    "jemals un_record record_historique jamais_atteint pour_la_première_fois récord máximo_histórico por_primera_vez",
    chinese="历史新高 历史最高 创纪录 首次",
)
"""Says something of all time, of which rows show a part at most."""

MULTIPLIED = _pattern(
    "", stems="doubl tripl quadrupl halv verdoppel verdreifach halbier duplic triplic", chinese="翻倍 减半"
)
"""Something changed by a factor."""

EARLIEST = _pattern(
    "first earliest oldest erste ersten erster erstes erstmals zuerst früheste frühesten älteste ältesten premier "
    "première plus_ancien plus_ancienne primer primera primero más_antiguo más_antigua",
    chinese="最早 首次 首个 第一",
)
"""The first in time."""

LATEST = _pattern(
    "last latest newest youngest most_recent most_recently letzte letzten letzter letztes zuletzt neueste neuesten "
    "jüngste jüngsten späteste spätesten dernier dernière plus_récent plus_récente último última más_reciente",
    chinese="最近 最新 最后 最晚",
)
"""The last in time."""


def without_ends(names: Iterable[str]) -> list[str]:
    """Names without the words for the first and the last in time; those that are nothing else fall away."""
    bare = (" ".join(LATEST.sub(" ", EARLIEST.sub(" ", name)).split()) for name in names)
    return [name for name in bare if name]


TIED = _pattern(
    "joint jointly tied tie ties gleichauf punktgleich à_égalité ex_aequo ex_æquo empate",
    stems="empatad",
    chinese="并列",
)
"""Several share a rank."""

NEGATION = _pattern(
    "not no never none neither nor cannot without nicht kein keine keinen keinem keiner nie niemals weder ohne "
    "pas aucun aucune jamais ni sin nunca ningún ninguna ninguno",
    stems="n’t n't",
    chinese="没有 没 未 并非 不是 从未 并未",
)
"""The sentence denies something."""

NOT_A_DENIAL = re.compile(
    r"\b(?:not only|no longer|no less than|no fewer than|nicht nur|non seulement|no solo|no sólo|if not)\b|不仅|不只",
    re.IGNORECASE,
)
"""Looks like a denial and is none."""

CAUTION = _pattern(
    "(?-i:may) might could would if unless except hardly barely allegedly expected forecast planned target könnte "
    "würde wenn "
    "falls kaum angeblich voraussichtlich pourrait serait si sauf prévu podría sería salvo apenas previsto",
    chinese="可能 如果 除非 预计",
)
"""Words without which a quotation would say more than it does."""

DOUBT = _pattern(
    "hope hopes hoped believe believes believed think thinks thought wish wishes aim aims want wants wanted expect "
    "expects assume assumes assumed suggest suggests fear fears feared hofft glaubt meint erwartet befürchtet vermutet "
    "espère croit pense souhaite craint estime prévoit espera cree piensa desea teme estima prevé "
    "only false wrong untrue supposedly purportedly reportedly so-called fails failed lacks lack far_from nur falsch "
    "keineswegs soll sollen sollte sollten ohne seulement ne nul nulle faux si prétendument soi-disant solo sólo falso "
    "falsa supuestamente nie nient nier niait",
    stems="den(?:y|ie) reject disput refut alleg claim rumour rumor doubt bestreit bestritt leugn dement bezweif "
    "widerspr zurückgewies démen contest réfut prétend doute aurai serai nieg neg(?:ó|ar|aron)\\b desmi rechaz dud "
    "n’ n'",
    chinese="希望 认为 预计 相信 担心 否认 所谓 仅 只有 据称 传闻 质疑 驳斥 不存在 不 假",
)
"""Words around a quotation that make its sentence say less than the quotation alone."""

LEAVES_OUT = _pattern(
    "except except_for excepting excluding excl excludes exclude excluded without other_than outside apart_from "
    "aside_from ohne außer außerhalb abzüglich exklusive sauf hors sans excepté hormis excepto salvo sin excluyendo "
    "excluido excluida fuera_de",
    chinese="除 不含 不包括",
)
"""Stands before what is left out."""

LEFT_OUT_BEHIND = re.compile(
    r"\s*(?:\b(?:(?:is|are|was|were|being) )?(?:excluded|not included|left out|aside|excepted)\b|"
    r"\b(?:ausgenommen|ausgeschlossen|nicht eingerechnet|exclue?s?|non comprise?s?|"
    r"excluid[oa]s?|no incluid[oa]s?)\b|"
    r"(?:以外|之外|除外))",
    re.IGNORECASE,
)
"""Stands right behind what is left out."""

FOUND = _pattern(
    "found find evidence record records matched matches returned data result results gefunden daten ergebnis "
    "ergebnisse treffer trouvé trouvée données résultat résultats encontró encontraron encontrado datos resultado "
    "resultados",
    chinese="找到 发现 数据 记录 结果",
)
"""Words with which an empty result is told as such."""

CAUSE = _pattern(
    "because since_the due_to owing_to thanks_to caused_by causes caused driven_by drove as_a_result_of result_of "
    "results_from resulted_from led_to attributable_to attributed_to explained_by explains reason stems_from "
    "Grund Gründe raison razón motivo "
    "on_the_back_of on_account_of as_a_consequence triggered_by wegen aufgrund auf_grund weil infolge dank verursacht "
    "zurückzuführen deshalb daher à_cause_de en_raison_de grâce_à parce_que dû_à due_à causé causée provoqué debido "
    "a_causa_de porque gracias_a por_culpa_de causado provocado",
    stems="therefore consequently",
    chinese="因为 由于 导致 源于 归因 所致 造成 原因",
)
"""The sentence says why."""

ATTRIBUTION = _pattern(
    "according_to say says said speaks state states stated names named reports reported notes noted writes wrote "
    "attributes "
    "attributed cites cited explains explained describes described mentions mentioned puts_it laut gemäß zufolge nennt "
    "nannte schreibt berichtet sagt erklärt führt selon d’après d'après indique cite attribue explique mentionne dit "
    "según indica señala atribuye menciona afirma explica dice",
    chinese="根据 据 指出 称 表示 提到 写道 归因于 认为",
)
"""Somebody else is said to say it."""

AVERAGE = _pattern(
    "average averages averaged mean median per schnitt mittel moyen moyenne moyennes par promedio medio media por pro",
    stems="durchschnitt",
    chinese="平均 每",
)
"""The value is an average or a rate."""

TOTAL = _pattern(
    "total totals totalled totaled sum overall altogether insgesamt gesamt summe total totale totaux global suma",
    stems="gesamt",
    chinese="总 合计 共计",
)
"""The value is said to be a total."""

EARLIER_THAN = re.compile(
    r"(?:\b(?:from|since|than|over|against|versus|vs\.?|compared (?:with|to)|relative to|on|von|vom|seit|als|"
    r"gegenüber|im vergleich zu[mr]?|depuis|par rapport (?:à|au)|contre|desde|frente a|respecto a|en comparación con|"
    r"de|du|del)(?: (?:the|in|im|dem|den|le|la|el))?|较|比|相比|从|与|跟)\s*$",
    re.IGNORECASE,
)
"""Stands right before the period a change is counted from."""

BETWEEN = re.compile(r"(?:\b(?:between|zwischen|entre)(?: (?:the|dem|den|le|la|l['’]|el))?|在)\s*$", re.IGNORECASE)
"""Stands right before the first of two periods."""

STEPS_BACK: dict[int, re.Pattern[str]] = {
    1: _pattern("previous_month prior_month preceding_month month-on-month month_on_month month-over-month "
                "month_over_month mom m/m month_before "
                "month_earlier Vormonat Vormonats mois_précédent mes_anterior", chinese="上月 上个月 环比上月"),
    3: _pattern("previous_quarter prior_quarter preceding_quarter quarter-on-quarter quarter_on_quarter "
                "quarter-over-quarter quarter_over_quarter qoq q/q "
                "quarter_before quarter_earlier Vorquartal Vorquartals trimestre_précédent trimestre_anterior",
                chinese="上季度 上一季度"),
    12: _pattern("previous_year prior_year preceding_year year-on-year year_on_year year-over-year year_over_year "
                 "y/y sur_un_an en_un_an interanual year_before year_earlier yoy "
                 "Vorjahr Vorjahres Vorjahresquartal année_précédente un_an_plus_tôt año_anterior",
                 chinese="去年同期 上年 同比"),
}  # fmt: skip
"""Periods named by their distance in months from the sentence's own."""

CLAUSE_END = re.compile(
    r"[;,:()，；、：。]|\b(?:and|but|while|whereas|although|against|versus|vs|compared with|compared to|than|"
    r"followed by|und|aber|während|sowie|gegenüber|et|mais|tandis que|alors que|contre|y|e|pero|mientras que|"
    r"frente a)\b|而|和|但",
    re.IGNORECASE,
)
"""Where a clause ends, for telling which name belongs to which figure."""
