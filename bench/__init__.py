"""What the program costs, held against its budgets: `python -m bench`, or `python -m bench NAME` for some rows.

Each row is measured beside something well known in the same run, in turns (A B A B), so that the ratio holds on a
machine that has other work too. What computes is taken in processor time, what waits (disk, loopback) by the clock.
"""
