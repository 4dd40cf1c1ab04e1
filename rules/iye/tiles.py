"""The board, the 25 tiles and what each spirit can do (Components, Setup, İye Tiles).

A cell is a number from 0 to 24: row * 5 + column, row 1 at the top. A set of cells is a 25-bit mask. A spirit is an
index into `SPIRITS`; `COUNTS` gives both how many tiles it has and what it is worth (Y1).
"""

from __future__ import annotations

SIZE = 5
CELLS = SIZE * SIZE
CENTRE = 12
FULL = (1 << CELLS) - 1

SPIRITS = ("owl", "water", "tree", "horse", "sun")
LETTERS = "OWTHS"
COUNTS = (1, 3, 5, 7, 9)
OWL, WATER, TREE, HORSE, SUN = range(5)

BOX = "".join(letter * count for letter, count in zip(LETTERS, COUNTS, strict=True))
"""The 25 tiles of the box as letters."""

SQUARES = tuple(f"{'abcde'[cell % SIZE]}{cell // SIZE + 1}" for cell in range(CELLS))
"""The name of each cell: column letter from left to right, row number from the top."""

CELL = {name: cell for cell, name in enumerate(SQUARES)}


def _shifted(cell: int, columns: int, rows: int) -> int | None:
    column, row = cell % SIZE + columns, cell // SIZE + rows
    return row * SIZE + column if 0 <= column < SIZE and 0 <= row < SIZE else None


def _reach(cell: int, shifts: list[tuple[int, int]]) -> int:
    cells = (_shifted(cell, columns, rows) for columns, rows in shifts)
    return sum(1 << found for found in cells if found is not None)


_STRAIGHT = [(0, -1), (1, 0), (0, 1), (-1, 0)]
_DIAGONAL = [(1, -1), (1, 1), (-1, 1), (-1, -1)]
_KNIGHT = [(1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2)]
_CORNERS = sum(1 << CELL[name] for name in ("a1", "e1", "a5", "e5"))


def _times(shifts: list[tuple[int, int]], lengths: range) -> list[tuple[int, int]]:
    return [(columns * length, rows * length) for length in lengths for columns, rows in shifts]


NATURAL = tuple(_reach(cell, _times(_STRAIGHT, range(1, 3))) for cell in range(CELLS))
"""Natural movement (Y6): one or two spaces along one axis, over whatever lies between (H3)."""

SPENT = (
    tuple(FULL & ~(1 << cell) for cell in range(CELLS)),  # Owls: any tile (Y12)
    tuple(_reach(cell, _times(_STRAIGHT + _DIAGONAL, range(1, SIZE))) for cell in range(CELLS)),  # Water (Y11, H2)
    tuple(_reach(cell, _DIAGONAL) for cell in range(CELLS)),  # Tree (Y10)
    tuple(_reach(cell, _KNIGHT) for cell in range(CELLS)),  # Horses (Y9)
    tuple(_CORNERS & ~(1 << cell) for cell in range(CELLS)),  # Sun (Y8)
)
"""`SPENT[spirit][cell]`: where a spent tile of the spirit can bring the drum from a cell."""
