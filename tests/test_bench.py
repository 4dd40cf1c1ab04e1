"""Each part of the bench measures something, in miniature. What it measures is for `make bench`, not for tests."""

from __future__ import annotations

import pytest

from bench.__main__ import PARTS, main, measure
from bench.report import Row, table
from bench.timing import Scale, in_turns, percentile

MINIATURE = Scale(0.004)


@pytest.mark.parametrize("name", PARTS)
def test_each_part_gives_rows(name: str) -> None:
    rows = measure(name, MINIATURE)
    assert rows
    for row in rows:
        assert row.missing or row.figure > 0, row


def test_a_row_knows_whether_its_budgets_are_kept() -> None:
    assert Row(what="time", figure=20, unit="ms", budget=20).met
    assert not Row(what="time", figure=21, unit="ms", budget=20).met
    assert Row(what="rate", figure=21, budget=20, at_least=True).met
    assert not Row(what="rate", figure=19, budget=20, at_least=True).met
    assert not Row(what="time", figure=1, budget=20, ratio=2.1, ratio_budget=2).met
    assert Row(what="time", figure=1).met is None
    assert Row(what="time", budget=1, missing="not installed").met is None


def test_the_table_is_in_columns_and_says_what_is_missed() -> None:
    lines = table([Row(what="time", figure=1234.5, unit="ms", budget=20, ratio=2, beside="b")]).splitlines()
    assert lines[0].split() == ["what", "figure", "budget", "ratio", "met"]
    assert lines[1].split("  ")[0] == "time"
    assert all(part in lines[1] for part in ("1,234 ms", "<= 20 ms", "2.00 x b", "NO"))


def test_percentiles_and_medians() -> None:
    assert percentile(range(1, 101), 0.99) == 99
    assert percentile([7], 0.99) == 7
    assert percentile([1, 2, 3, 4], 0.5) == 2
    first, second = iter([1.0, 9.0, 2.0]), iter([5.0, 4.0, 6.0])
    assert in_turns(lambda: next(first), lambda: next(second), rounds=3) == [2, 5]


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["nonsense"])
    assert "there is no part nonsense" in capsys.readouterr().err
