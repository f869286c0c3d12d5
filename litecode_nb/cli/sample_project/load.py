"""Read the orders of the shop."""

import csv
from pathlib import Path


def read_orders(path, sep=","):
    """Give the rows of an orders file, with amounts as numbers."""
    with Path(path).open(newline="", encoding="utf-8") as handle:
        rows = list(csv.DictReader(handle, delimiter=sep))
    for row in rows:
        row["amount"] = float(row["amount"])
    return rows


def customers(orders):
    """Give the names of all customers, sorted, each once."""
    return sorted({row["customer"] for row in orders})
