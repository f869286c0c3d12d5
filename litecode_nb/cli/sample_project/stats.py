"""Numbers about orders."""


def total(orders):
    """Give the sum of all amounts."""
    return sum(row["amount"] for row in orders)


def by_month(orders):
    """Group orders by month: a dict from month to the sum of its amounts."""
    sums = {}
    for row in orders:
        month = row["date"][:7]
        sums[month] = sums.get(month, 0) + row["amount"]
    return sums


def largest(orders, count=3):
    """Give the largest orders, the largest first."""
    return sorted(orders, key=lambda row: row["amount"], reverse=True)[:count]
