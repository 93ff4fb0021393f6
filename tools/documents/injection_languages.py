"""How instructions to a model are phrased in German, French, Spanish and Chinese, by what they are after."""

_DE_KEPT = r"(?:vorherig|bisherig|vorig|früher|vorangegangen|vorangehend|obig|ursprünglich|alle|sämtlich)\w*"
_DE_ORDERS = r"(?:anweisung|instruktion|regel|vorgabe|anleitung|befehl|aufgabe|prompt|richtlinie)\w*"
_FR_ORDERS = r"(?:instructions?|consignes?|règles?|directives?|ordres?|prompts?|tâches?)"
_ES_ORDERS = r"(?:instrucci(?:ón|ones)|órdenes|reglas?|indicaci(?:ón|ones)|directrices|tareas?|prompts?)"
_ZH_ORDERS = r"(?:指令|指示|说明|規則|规则|提示|命令|要求|任务|任務)"
_MODEL = r"(?:ki|ia|ai|llm|sprachmodell\w*|chatbots?|modèle de langage|modelo de lenguaje|assistente?n?|asistente)"
LANGUAGES = {
    "overrides earlier instructions": (
        rf"\b(?:ignorier|missacht|vergiss|vergess"
        rf"|überschreib)\w*\b[^.\n]{{0,40}}\b{_DE_KEPT}\b[^.\n]{{0,30}}\b{_DE_ORDERS}",
        rf"\b(?:ignor|oubli|néglige)\w*\b[^.\n]{{0,40}}\b{_FR_ORDERS}\b[^.\n]{{0,25}}\b(?:précédente?s?"
        rf"|antérieure?s?|ci-dessus)",
        r"\bne (?:tiens|tenez) (?:pas|aucun) compte\b[^.\n]{0,40}\b(?:instructions?|consignes?|précède)",
        rf"\b(?:ignor|olvid|descart|omit)\w*\b[^.\n]{{0,40}}\b{_ES_ORDERS}\b[^.\n]{{0,25}}\b(?:anterior(?:es)?"
        rf"|previas?|arriba)",
        rf"(?:忽略|无视|無視|忘记|忘記|不要理会|不用管)[^。\n]{{0,20}}(?:之前|以上|先前|前面|上述|所有|原来)[^。\n]{{0,12}}{_ZH_ORDERS}",
    ),
    "sets a new task": (
        r"\b(?:neue (?:aufgabe|anweisung(?:en)?)|nouvelles? (?:tâche|instructions?|consignes?)"
        r"|nuevas? (?:tarea|instrucci(?:ón|ones)))\s*:",
        r"\b(?:deine|ihre) (?:neue|wahre|eigentliche|echte) aufgabe\b",
        r"\b(?:ta|votre) (?:nouvelle|vraie|véritable) (?:tâche|mission)\b|\btu (?:nueva|verdadera) tarea\b",
        r"(?:新的?任务|新的?指令|新任務)\s*[:：]",
    ),
    "speaks to the reading model": (
        rf"\b(?:du bist|sie sind) (?:jetzt|nun|ab sofort)\b[^.\n]{{0,40}}\b{_MODEL}\b",
        rf"\b(?:tu es|vous êtes) (?:maintenant|désormais)\b[^.\n]{{0,40}}\b{_MODEL}\b",
        rf"\b(?:ahora eres|eres ahora)\b[^.\n]{{0,40}}\b{_MODEL}\b",
        rf"\b(?:wenn du|falls du|si tu es|si vous êtes|si eres)\b[^.\n]{{0,15}}\b{_MODEL}\b",
        r"(?:你现在是|你現在是|如果你是|作为)(?:一个|一個)?[^。\n]{0,12}(?:人工智能|AI|语言模型|語言模型|助手|机器人)[^。\n]{0,12}(?:必须|应该|请|，|,)",
    ),
    "dictates the answer": (
        r"\b(?:antworte|antworten sie|schreibe|gib|geben sie)\b[^.\n]{0,30}\b(?:nur|ausschließlich|genau"
        r"|lediglich) (?:mit|aus|noch)?",
        r"\b(?:in|zu) (?:deiner|deine|jeder) antwort\b|\bdeine(?:r)? (?:nächste |endgültige )?antwort (?:muss"
        r"|soll|mit)\b",
        r"\b(?:répond(?:s|ez)|écri(?:s|vez)|affiche[zr]?)\b[^.\n]{0,30}\b(?:uniquement|seulement|exactement"
        r"|rien d'autre)\b",
        r"\bdans (?:ta|votre) réponse\b|\b(?:ta|votre) réponse (?:doit|devra)\b",
        r"\b(?:responde|responda|escribe|escriba|muestra)\b[^.\n]{0,30}\b(?:únicamente|solamente|solo|sólo"
        r"|exactamente|nada más)\b",
        r"\b(?:en|a) tu respuesta\b|\btu respuesta (?:debe|tiene que)\b",
        r"(?:只|仅|僅)(?:能|需|要|可以)?(?:回复|回答|输出|輸出|回覆)|在(?:你的|您的)?(?:回答|回复|答复)(?:中|里|裡|的?(?:开头|结尾|末尾))",
    ),
    "asks for secrets": (
        r"\b(?:verrate|zeige?|sende|schicke|gib|nenne|drucke)\b[^.\n]{0,50}\b(?:systemprompt|system-prompt"
        r"|api-schlüssel"
        r"|zugangsdaten|passwörter|geheime\w*)",
        r"\b(?:révèle[zr]?|montre[zr]?|envoie[zr]?|affiche[zr]?|donne[zr]?)\b[^.\n]{0,50}\b(?:prompt système"
        r"|clés? (?:d')?api"
        r"|mots? de passe|identifiants|secrets?)",
        r"\b(?:revela|muestra|envía|envia|imprime|da)\b[^.\n]{0,50}\b(?:prompt del sistema|claves? (?:de )?api"
        r"|contraseñas?"
        r"|credenciales|secretos?)",
        r"(?:泄露|透露|显示|顯示|发送|發送|输出|告诉我)[^。\n]{0,15}(?:系统提示|系統提示|密码|密碼|密钥|API ?key|凭证)",
    ),
    "asks for silence": (
        r"\b(?:erwähne|sag|verrate|informiere|melde)\w*\b[^.\n]{0,40}\b(?:nutzer|benutzer"
        r"|anwender)\w*\b[^.\n]{0,20}\b(?:nicht|nichts)\b"
        r"|\b(?:erwähne|verrate) [^.\n]{0,30}\b(?:nicht|niemandem)\b",
        r"\bne (?:le |la |les |dis|dites|mentionne|informe|révèle)[^.\n]{0,40}\b(?:utilisateur|à personne"
        r"|ces instructions)",
        r"\bno (?:le |lo |se lo )?(?:menciones|digas|informes|reveles|avises)\b[^.\n]{0,40}\b(?:usuario|nadie"
        r"|instrucciones)",
        r"(?:不要|别|請勿|请勿|切勿)(?:告诉|告訴|提及|通知|透露给)[^。\n]{0,10}(?:用户|用戶|任何人|这些)",
    ),
}
