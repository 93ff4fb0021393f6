"""Short forms that names of tables and columns are made of, and the words they stand for."""

IN_FULL = {
    short: tuple(full.split())
    for short, full in {
        "acct": "account", "acc": "account", "addr": "address", "adm": "admission", "amt": "amount",
        "appr": "approval", "appt": "appointment", "avg": "average", "bal": "balance", "cat": "category",
        "catg": "category", "ccy": "currency", "cd": "code", "chg": "charge", "cnt": "count", "cntry": "country",
        "ctry": "country", "curr": "currency", "cust": "customer", "dept": "department", "desc": "description",
        "descr": "description", "dest": "destination", "diag": "diagnosis", "disc": "discount", "dlv": "delivery",
        "dlvry": "delivery", "dob": "birth date", "dst": "destination", "dt": "date", "dte": "date",
        "dur": "duration", "emp": "employee", "fname": "first name", "fnm": "first name", "grp": "group",
        "ins": "insurance", "inv": "invoice", "lang": "language", "lname": "last name", "lnm": "last name",
        "loc": "location", "max": "maximum", "med": "medication", "mfr": "manufacturer", "mgr": "manager",
        "min": "minimum", "mth": "month", "nbr": "number", "nm": "name", "num": "number", "ord": "order",
        "org": "organization", "orig": "origin", "pct": "percent", "pmt": "payment", "prc": "price", "prd": "product",
        "prod": "product", "pymt": "payment", "qty": "quantity", "reg": "registration", "rcpt": "receipt",
        "rev": "revenue", "sal": "salary", "ship": "ship", "shp": "shipment", "shpmt": "shipment", "sts": "status",
        "supp": "supplier", "svc": "service", "tel": "telephone", "tm": "time", "tot": "total", "ts": "timestamp",
        "tx": "transaction", "txn": "transaction", "typ": "type", "usr": "user", "veh": "vehicle", "vol": "volume",
        "whs": "warehouse", "wt": "weight", "yr": "year",
    }.items()
}  # fmt: skip
LAST_IN_FULL = {"no": ("number",), "nr": ("number",)}
"""Short forms only at the end of a name: `plate_no`."""
TABLE_MARKS = frozenset(
    [
        "tbl",
        "t",
        "tab",
        "lk",
        "lkp",
        "lku",
        "lookup",
        "ref",
        "dim",
        "fact",
        "fct",
        "dic",
        "mst",
        "mstr",
        "vw",
        "xref",
        "data",
        "info",
        "master",
    ]
)
"""Parts of a table's name that say what sort of table it is and not what it holds."""
UNITS = frozenset(
    [
        "eur", "usd", "gbp", "chf", "sek", "jpy", "dollar", "euro", "cent", "pct", "percent", "kg", "g", "gram", "lb",
        "ton", "tonne", "km", "m", "cm", "mm", "meter", "metre", "mile", "ft", "foot", "m2", "m3", "sqm", "sqft", "l",
        "ml", "liter", "litre", "ms", "sec", "second", "minute", "hour", "hr", "mb", "gb", "byte", "celsius",
        "kw", "mw", "gw", "wh", "kwh", "mwh", "gwh", "hz", "khz", "mhz", "ghz",
    ]
)  # fmt: skip
"""Units that stand at the end of a column's name: `salary_eur`."""
SAME_WORDS = (
    ("employee", "staff", "worker", "personnel", "staff member"),
    ("customer", "client"),
    ("supplier", "vendor"),
    ("movie", "film"),
    ("doctor", "physician"),
    ("salesperson", "sales person", "salesman", "sales rep", "sales representative"),
    ("weight", "weigh"),
)
"""Words that people use for each other, whichever of them a database chose."""
