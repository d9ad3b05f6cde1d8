"""The pools of the dice benchmark, answered by icepool in a warm process, each asked for the first time.

Every query has another modifier-free shape (one die more or less of a size), so that no answer comes from a cache.
"""

import time

import icepool
from icepool import Pool, d


def pool(d4, d8, d6, drop, keep):
    dice = [d(4)] * d4 + [d(8)] * d8 + [d(6)] * d6
    count = len(dice)
    return Pool(dice).keep(slice(count - drop - keep, count - drop)).sum()


def first_answer(d4, d8, d6, drop, keep):
    best = float("inf")
    for extra in range(1, 6):  # never asked before: each has another number of d6
        start = time.perf_counter()
        pool(d4, d8, d6 + extra, drop, keep)
        best = min(best, time.perf_counter() - start)
    return best * 1e6


def main():
    pool(2, 2, 2, 1, 2)  # warm
    print(f"icepool {icepool.__version__ if hasattr(icepool, '__version__') else ''}, first answer in a warm process")
    for name, query in [
        ("3s: 14 dice, drop 2, best 4", (4, 5, 5, 2, 4)),
        ("3l: 34 dice, drop 2, best 4", (10, 12, 12, 2, 4)),
        ("3lR: 34 dice, drop 6, best 10", (10, 12, 12, 6, 10)),
    ]:
        print(f"  {name:<56} {first_answer(*query) * 1000:>12.1f} ns")


main()
