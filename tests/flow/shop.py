"""A small shop to ask about: one SQLite database, a handful of documents, one domain file."""

import sqlite3
from pathlib import Path

DOMAIN = """
version: 1
about: Orders of a small shop.
databases:
  shop:
    url: sqlite:///shop.sqlite
    semantic:
      metrics:
        revenue:
          expression: sum(orders.amount)
          about: Revenue of all orders.
          synonyms: [sales, turnover]
          unit: EUR
          time: orders.ordered_on
          is_headline: true
      dimensions:
        country: {column: customers.country, synonyms: [market]}
indexes:
  notes: {folder: notes, embedder: none, path: index}
calendar: {today: 2025-10-20, default_period: last quarter}
"""

STRIKE = "Revenue in Spain fell in the third quarter of 2025 because the carrier in Madrid was on strike for weeks."
"""The sentence that names the cause."""

NOTES = {
    "delivery.md": f"---\ntitle: Delivery review\ndate: 2025-10-05\n---\n# Delivery review\n\n{STRIKE}\n",
    "returns.md": "---\ntitle: Returns policy\ndate: 2024-01-10\n---\n# Returns policy\n\n"
    "Customers may return goods within thirty days of delivery. Sale items cannot be returned.\n",
}

AMOUNTS = {
    ("Spain", "2024-08-01"): "500.00",
    ("Spain", "2025-08-01"): "200.00",
    ("France", "2024-08-02"): "300.00",
    ("France", "2025-08-02"): "350.50",
}


def make_shop(folder: Path) -> Path:
    """Write the shop into a folder and return the folder of its configuration."""
    with sqlite3.connect(folder / "shop.sqlite") as connection:
        connection.executescript(
            "CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, country TEXT);"
            "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id),"
            " ordered_on DATE, amount DECIMAL(10, 2));"
        )
        for number, ((country, day), amount) in enumerate(AMOUNTS.items(), 1):
            connection.execute("INSERT INTO customers VALUES (?, ?, ?)", (number, f"Customer {number}", country))
            connection.execute("INSERT INTO orders VALUES (?, ?, ?, ?)", (number, number, day, amount))
    notes = folder / "notes"
    notes.mkdir()
    for name, text in NOTES.items():
        (notes / name).write_text(text)
    domains = folder / "config" / "domains"
    domains.mkdir(parents=True)
    (domains / "shop.yaml").write_text(DOMAIN)
    return folder / "config"
