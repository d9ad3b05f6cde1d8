"""From process start to the printed answer, beside an empty process."""

import subprocess
import sys
import time


def best(command):
    times = []
    for _ in range(40):
        start = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        times.append(time.perf_counter() - start)
    return min(times) * 1e3


print("from process start to the printed answer, best of 40")
print(f"  an empty process (/bin/true)                             {best(['/bin/true']):>9.2f} ms")
print(f"  referee odds '2d10kh1+3'                                 {best([sys.argv[1], 'odds', '2d10kh1+3']):>9.2f} ms (goal 5)")
