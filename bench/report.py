"""A row of the table, and how the table is written."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct


class Row(Struct, frozen=True, kw_only=True):
    """One figure with its budget.

    `figure` is held against `budget`: at most so much, or with `at_least` at least so much; None: no budget.
    `ratio` is the figure divided by that of `beside`, and may have a budget of its own. `missing` says why there is no
    figure.
    """

    what: str
    figure: float = 0.0
    unit: str = ""
    budget: float | None = None
    at_least: bool = False
    ratio: float | None = None
    beside: str = ""
    ratio_budget: float | None = None
    missing: str = ""

    @property
    def met(self) -> bool | None:
        """Whether every budget of the row is kept; None when it has none, or no figure."""
        if self.missing or (self.budget is None and self.ratio_budget is None):
            return None
        kept = True
        if self.budget is not None:
            kept = self.figure >= self.budget if self.at_least else self.figure <= self.budget
        if self.ratio_budget is not None and self.ratio is not None:
            kept = kept and self.ratio <= self.ratio_budget
        return kept


HEADINGS = ("what", "figure", "budget", "ratio", "met")


def cells(row: Row) -> tuple[str, ...]:
    """The row as five texts."""
    if row.missing:
        return row.what, row.missing, "", "", ""
    bounds = []
    if row.budget is not None:
        bounds.append(f"{'>=' if row.at_least else '<='} {_number(row.budget)} {row.unit}")
    if row.ratio_budget is not None:
        bounds.append(f"<= {row.ratio_budget:g} x")
    ratio = "" if row.ratio is None else f"{row.ratio:.2f} x {row.beside}"
    met = {True: "yes", False: "NO", None: ""}[row.met]
    return row.what, f"{_number(row.figure)} {row.unit}", ", ".join(bounds), ratio, met


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def table(rows: Iterable[Row]) -> str:
    """All rows in columns."""
    lines = [HEADINGS, *map(cells, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )
