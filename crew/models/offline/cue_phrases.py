"""The phrases behind each kind of cue, in English, German, French and Spanish; `|` stands between phrases."""

CUE_PHRASES = {
    "count": (
        "how many|number of|count of|counts of|count the|count all|total number of|total count of|"
        "overall number of|quantity of|"
        "wie viele|anzahl|anzahl der|anzahl von|combien de|combien d|nombre de|nombre d|le nombre de|cuantos|"
        "cuantas|numero de|cantidad de"
    ),
    "count_more": (
        "how many more|how many fewer|wie viele mehr|wie viele weniger|combien de plus|cuantos mas|cuantas mas"
    ),
    "count_distinct": (
        "how many distinct|how many different|how many unique|number of distinct|number of different|"
        "number of unique|total number of unique|total number of distinct|count of distinct|"
        "distinct number of|unique number of|wie viele verschiedene|combien de differents|cuantos distintos"
    ),
    "how_much": ("how much|wie hoch|wie gross|wie viel|wieviel|cuanto|cuanta"),
    "average": (
        "average|avg|mean|on average|durchschnitt|durchschnittlich|durchschnittliche|"
        "durchschnittlichen|durchschnittlicher|im durchschnitt|moyen|moyenne|en moyenne|promedio|promedio de|"
        "media de"
    ),
    "total": (
        "total|sum|sum of|total of|overall|combined|altogether|gesamt|gesamte|gesamter|gesamten|summe|"
        "insgesamt|somme|suma|suma de|totale|en total"
    ),
    "highest": (
        "highest|longest|tallest|heaviest|fastest|most expensive|priciest|most common|most frequent|"
        "most popular|largest|biggest|greatest|most|maximum|max|top|best|hochste|hochsten|hochster|grosste|"
        "grossten|meisten|meiste|beste|besten|le plus|la plus|les plus|plus grand|plus grande|"
        "plus grands|plus grandes|les plus grands|"
        "les plus grandes|la plus grande|le plus grand|les plus eleves|les plus elevees|plus eleve|"
        "plus elevee|meilleur|meilleure|maximal|maximo|maxima|mayor|mayores|mas alto|mas alta|mas|mejor|"
        "mejores"
    ),
    "lowest": (
        "lowest|shortest|lightest|slowest|cheapest|least expensive|least common|least frequent|least popular|"
        "smallest|least|minimum|min|fewest|worst|bottom|niedrigste|niedrigsten|kleinste|kleinsten|"
        "wenigsten|schlechteste|schlechtesten|le moins|la moins|les moins|plus petit|plus petite|plus faible|"
        "pire|minimal|minimo|minima|menor|menores|mas bajo|mas baja|menos|peor|peores"
    ),
    "each": (
        "by|per|each|every|for each|for every|in each|in every|of each|across|across each|grouped by|"
        "group by|broken down by|split by|within each|from each|on each|at each|by each|to each|split per|"
        "for all|across different|by different|across all|for different|pro|je|nach|pro jeder|fur jede|"
        "fur jeden|fur jedes|par|por|para cada|pour chaque|"
        "dans chaque|en cada|por cada|cada|chaque|jeder|jede|jedes|jeden|in jedem|in jeder"
    ),
    "ordered": (
        "ordered by|order by|sorted by|sort by|sort them by|ranked by|order the results by|"
        "sort the results by|in terms of|order results by|ordered|sorted|sort|order the results|arranged by|"
        "in order of|order them by|arrange them by|arrange|sortiert nach|trie par|triees par|ordenado por"
    ),
    "ascending": (
        "ascending|ascending order|in ascending order|from lowest to highest|lowest to highest|from low to high|"
        "from smallest to largest|smallest to largest|lowest first|smallest first|aufsteigend|croissant|ascendente"
    ),
    "descending": (
        "descending|descending order|in descending order|from highest to lowest|highest to lowest|from high to low|"
        "from largest to smallest|largest to smallest|highest first|largest first|absteigend|decroissant|descendente"
    ),
    "alphabetical": (
        "alphabetically|alphabetical order|in alphabetical order|ascending alphabetical order|"
        "in ascending alphabetical order|alphabetisch|in alphabetischer reihenfolge"
    ),
    "reverse_alphabetical": (
        "reverse alphabetical order|in reverse alphabetical order|reverse alphabetically|"
        "in reverse alphabetic order|descending alphabetical order|in descending alphabetical order"
    ),
    "oldest_first": (
        "oldest first|with the oldest first|from oldest to youngest|oldest to youngest|from oldest to newest|"
        "oldest to newest|from old to young|earliest first|from earliest to latest"
    ),
    "newest_first": (
        "newest first|with the newest first|youngest first|from youngest to oldest|youngest to oldest|"
        "from newest to oldest|newest to oldest|from young to old|latest first|most recent first"
    ),
    "listing": (
        "list|list all|show|show all|show me|give|give me|return|display|what are|which are|provide|"
        "calculate|compute|determine|include|including|showing|along with|provide a list of|list of|"
        "a list of|all|names of|find|find all|fetch|liste|zeige|zeig|nenne|"
        "liste auf|affiche|montre|donne|enumere|muestra|lista|dame"
    ),
    "which": (
        "which|who|what|who are|who is|whose|welche|welcher|welches|welchen|wer|quel|quelle|quels|quelles|"
        "qui|que|cual|cuales|quien|quienes"
    ),
    "when": "when|when is|when was|when were|when did|on which date|on what date|wann|quand|cuando",
    "distinct": ("distinct|unique|different|verschiedene|verschiedenen|differents|distintos|distintas"),
    "not": (
        "not|no|without|never|excluding|except|except for|other than|excluding departures|neither|nor|don't|"
        "doesn't|didn't|isn't|aren't|wasn't|haven't|hasn't|cannot|nicht|kein|keine|keinen|ohne|ausser|sans|"
        "sauf|pas|jamais|sin|excepto|salvo|nunca"
    ),
    "above": (
        "over|above|more than|greater than|higher than|larger than|exceeding|exceeds|exceed|bigger than|"
        "longer than|older than|taller than|heavier than|"
        "faster than|in excess of|greater|mehr als|uber|grosser als|hoher als|plus de|superieur a|"
        "superieure a|mas de|mayor que|superior a"
    ),
    "at_least": (
        "at least|no less than|not less than|minimum of|a minimum of|or more than|mindestens|au moins|al menos"
    ),
    "below": (
        "under|below|less than|fewer than|lower than|smaller than|shorter than|younger than|lighter than|"
        "slower than|weniger als|"
        "unter|kleiner als|moins de|inferieur a|inferieure a|menos de|menor que|inferior a"
    ),
    "at_most": ("at most|no more than|not more than|up to|a maximum of|hochstens|maximal|au plus|como maximo"),
    "exactly": ("exactly|equal to|equals|genau|exactement|exactamente"),
    "or_more": ("or more|or higher|or above|or greater|and above|oder mehr|ou plus|o mas"),
    "or_less": ("or less|or fewer|or lower|or below|and below|oder weniger|ou moins|o menos"),
    "between": ("between|zwischen|entre"),
    "share": (
        "share of|what share of|share|percentage of|percent of|percentage|what percentage of|proportion of|"
        "fraction of|anteil|anteil der|anteil von|part de|quelle part de|pourcentage de|porcentaje de|"
        "proporcion de|cuota de"
    ),
    "ratio": ("ratio of|ratio|ratio between|proportion|rate of|verhaltnis"),
    "growth": (
        "growth|growth of|growth in|growth rate|grow|grew|grown|change|changed|change in|changes in|"
        "increase in|increase|increased|decrease|decreased|decline|declined|drop|dropped|fall|fell|fallen|"
        "rise|rose|risen|develop|developed|development of|evolve|evolved|wachstum|gewachsen|entwickelt|"
        "entwicklung|veranderung|verandert|stieg|stiegen|"
        "sank|sanken|gestiegen|gesunken|croissance|evolution|evolution de|evolue|augmente|baisse|"
        "crecimiento|crecido|crecio|cambio|cambiaron|crecieron|cayeron|evolucion|aumento|cayo"
    ),
    "against": (
        "compared to|compared with|compare|comparison|versus|vs|against|relative to|in comparison to|"
        "in comparison with|verglichen mit|im vergleich zu|gegenuber|vergleich|compare a|par rapport a|"
        "comparado con|frente a|frente al|comparado a"
    ),
    "previous": (
        "the period before|period before|previous period|prior period|the quarter before|quarter before|"
        "the month before|month before|quarter over quarter|qoq|month over month|mom|"
        "vorperiode|vorquartal|vormonat|periode precedente|trimestre precedent|periodo anterior"
    ),
    "year_before": (
        "year over year|year on year|yoy|the year before|year before|a year before|a year earlier|"
        "same period last year|"
        "same quarter last year|same month last year|same period a year ago|previous year|prior year|vorjahr|"
        "vorjahres|vorjahresquartal|im vorjahr|l annee precedente|annee precedente|ano anterior|interanual"
    ),
    "why": (
        "why|why is|why are|why did|why do|why does|why was|why were|reason for|reasons for|reason why|"
        "what caused|cause of|causes of|what explains|explain|what is behind|what drove|driver of|drivers of|"
        "driven by|due to|how come|warum|wieso|weshalb|grund fur|ursache|grunde fur|pourquoi|cause de|"
        "raison de|por que|causa de|razon de"
    ),
    "performance": (
        "performance|performing|perform|performed|doing|business|operations|operation|results|result|"
        "activity|activities|geschaft|geschafte|leistung|ergebnis|affaires|activite|activites|resultats|"
        "negocio|operaciones|resultados|rendimiento"
    ),
    "weak": (
        "underperform|underperforming|underperformed|underperforms|underperformance|struggling|weak|weaker|"
        "lagging|poor|poorly|badly|behind|declining|falling|dropping|shrinking|down|worse|losing|schlecht|"
        "schwach|schwacher|zuruck|sous performe|mal|faible|en baisse|debil|peor|bajando"
    ),
    "strong": (
        "outperform|outperforming|outperformed|strong|stronger|growing|rising|booming|increasing|improving|"
        "improved|up|well|gut|stark|bien|fuerte|fort"
    ),
    "trend": ("trend|trends|over time|history of|verlauf|im zeitverlauf|evolution dans le temps|tendencia"),
    "unit_day": ("day|days|daily|tag|tage|taglich|jour|jours|dia|dias|diario"),
    "unit_week": ("week|weeks|weekly|woche|wochen|wochentlich|semaine|semaines|semana|semanas|semanal"),
    "unit_month": ("month|months|monthly|calendar month|monat|monate|monatlich|mois|mensuel|mes|meses|mensual"),
    "unit_quarter": ("quarter|quarters|quarterly|quartal|quartale|trimestre|trimestres|trimestriel|trimestral"),
    "unit_year": ("year|years|yearly|annually|annual|jahr|jahre|jahrlich|annee|ans|annuel|ano|anos|anual"),
    "unit_weekday": (
        "weekday|weekdays|day of the week|days of the week|wochentag|wochentage|wochentagen|jour de la semaine|"
        "jours de la semaine|dia de la semana|dias de la semana"
    ),
    "on_saturday_sunday": (
        "on weekends|on a weekend|on the weekend|on weekend|at the weekend|at weekends|weekend|weekends|"
        "during the weekend|am wochenende|an wochenenden|le week end|el fin de semana|los fines de semana"
    ),
    "on_monday_tuesday_wednesday_thursday_friday": "on weekdays|on working days|an werktagen",
    "on_monday": "on mondays|mondays|on a monday|montags|le lundi|los lunes",
    "on_tuesday": "on tuesdays|tuesdays|on a tuesday|dienstags|le mardi|los martes",
    "on_wednesday": "on wednesdays|wednesdays|on a wednesday|mittwochs|le mercredi|los miercoles",
    "on_thursday": "on thursdays|thursdays|on a thursday|donnerstags|le jeudi|los jueves",
    "on_friday": "on fridays|fridays|on a friday|freitags|le vendredi|los viernes",
    "on_saturday": "on saturdays|saturdays|on a saturday|samstags|le samedi|los sabados",
    "on_sunday": "on sundays|sundays|on a sunday|sonntags|le dimanche|los domingos",
    "latest": ("latest|newest|youngest|most recent|most recently|neueste|neuesten|letzte|derniere|mas reciente"),
    "earliest": ("earliest|oldest|fruheste|altesten|plus ancien|mas antiguo"),
    "both": ("both|beide|beiden|sowohl|tous les deux|ambos|ambas"),
    "named": (
        "named|called|titled|with the name|with name|with the title|by the name of|namens|nomme|nommee|llamado|llamada"
    ),
    "starting": (
        "starts with|start with|starting with|begins with|begin with|beginning with|that starts with|"
        "beginnt mit|beginnen mit|"
        "commence par|commencent par|empieza con|empiezan con"
    ),
    "ending": ("ends with|end with|ending with|endet mit|enden mit|se termine par|termina con"),
    "containing": (
        "contains the word|containing the word|contains the text|contains the phrase|enthalt das wort|contient le mot"
    ),
    "due": "fall due|falls due|fell due|falling due",
    "and": ("and|und|et|y"),
    "or": ("or|oder|ou"),
    "document": (
        "policy|policies|document|documents|handbook|manual|contract|contracts|guideline|guidelines|memo|"
        "memos|procedure|procedures|according to|say about|says about|said about|richtlinie|handbuch|vertrag|"
        "dokument|politique|contrat|politica|contrato|documento"
    ),
    "responsible": ("responsible for|in charge of|accountable for|verantwortlich fur|zustandig fur|responsable de"),
}
