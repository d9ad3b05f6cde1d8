"""Small checks and a pool answered by dyce in a warm process, each asked for the first time."""

import time

from dyce import H, P


def best(call, count=5):
    times = []
    for extra in range(count):
        start = time.perf_counter()
        call(extra)
        times.append(time.perf_counter() - start)
    return min(times) * 1e9


def pool(extra):
    dice = P(*[4] * 4, *[8] * 5, *[6] * (5 + extra))
    count = len(dice)
    return dice.at(slice(count - 6, count - 2))


def main():
    print("dyce, first answer in a warm process")
    print(f"  {'2d6':<56} {best(lambda extra: 2 @ H(6) + extra):>12.1f} ns")
    print(f"  {'3s: 14 dice, drop 2, best 4':<56} {best(pool, 1):>12.1f} ns")


main()
