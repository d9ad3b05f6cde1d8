"""Battles a second: ours and those of the peers that could be installed, in one run."""

import pathlib
import shutil
import subprocess
import sys


def ours(program):
    out = subprocess.run([program, "skirmish"], capture_output=True, text=True, check=True).stdout
    line = next(line for line in out.splitlines() if line.startswith("skirmish"))
    return float(line.split()[1])


def dnd():
    module = pathlib.Path("target/bench-node/node_modules/dnd-combat-simulator").resolve()
    if not module.exists() or not shutil.which("node"):
        return None
    peer = pathlib.Path(__file__).with_name("dnd_peer.js")
    return float(subprocess.run(["node", str(peer), str(module)], capture_output=True, text=True, check=True).stdout)


def poke():
    try:
        import poke_engine  # noqa: F401
    except ImportError:
        return None
    import time

    from poke_engine import State, monte_carlo_tree_search

    start = time.perf_counter()
    result = monte_carlo_tree_search(State(), 1000)
    return result.total_visits / (time.perf_counter() - start)


def main():
    mine = ours(sys.argv[1])
    print("battles a second on one core, four against four without a map")
    print(f"  referee                                                  {mine:>12.0f}")
    peer = dnd()
    if peer is None:
        print("  dnd-combat-simulator: install node and npm to measure it")
    else:
        print(f"  dnd-combat-simulator                                     {peer:>12.0f}  referee is {mine / peer:.1f} times as fast (goal 16)")
    try:
        peer = poke()
    except Exception as error:  # its interface changes from version to version
        peer = None
        print(f"  poke-engine: {error}")
    if peer is not None:
        print(f"  poke-engine, iterations of its tree search               {peer:>12.0f}")


main()
