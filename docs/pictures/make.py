"""Draws what the terminal shows as SVG: `python3 docs/pictures/make.py target/release/referee`.

The pictures in the README are made by this, from the real program, so that they stay true.
"""

import html
import os
import re
import subprocess
import sys

PICTURES = {
    "odds.svg": [
        ["odds", "clockworld:tour", "--as", "mudo", "--do", "attack target=rusk weapon=revolver focus=yes"],
    ],
    "simulate.svg": [
        ["simulate", "clockworld:safe-job", "--runs", "2000", "--seed", "1", "--policy", "players=careful", "--policy", "threats=bold"],
    ],
}
COLOURS = {30: "#6e7681", 31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#76e3ea", 37: "#c9d1d9", 90: "#8b949e"}
BLOCKS = {block: eighths for eighths, block in enumerate("▏▎▍▌▋▊▉█", start=1)}
WIDTH, HEIGHT, LEFT, TOP = 8.43, 19, 18, 30


def spans(line):
    """Text with its style, from the codes of a terminal."""
    style = {"colour": "#c9d1d9", "bold": False, "dim": False}
    for text, codes in re.findall(r"([^\x1b]*)(?:\x1b\[([0-9;]*)m)?", line):
        if text:
            yield text, dict(style)
        for code in (int(code or 0) for code in codes.split(";")) if codes is not None else ():
            if code == 0:
                style = {"colour": "#c9d1d9", "bold": False, "dim": False}
            elif code == 1:
                style["bold"] = True
            elif code == 2:
                style["dim"] = True
            elif code in COLOURS:
                style["colour"] = COLOURS[code]


def draw(lines):
    columns = max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in lines)
    width, height = columns * WIDTH + 2 * LEFT, len(lines) * HEIGHT + TOP + 6
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" role="img">',
        f'<rect width="{width:.0f}" height="{height:.0f}" rx="8" fill="#0d1117"/>',
        '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14" xml:space="preserve">',
    ]
    for number, line in enumerate(lines):
        at = 0
        for text, style in spans(line):
            weight = ' font-weight="bold"' if style["bold"] else ""
            opacity = ' opacity="0.6"' if style["dim"] else ""
            # Word by word, each at its own column: no viewer's font can push the rest of the line aside.
            for word in re.finditer(r"\S+", text):
                x, y = LEFT + (at + word.start()) * WIDTH, TOP + number * HEIGHT
                if all(block in BLOCKS for block in word[0]):
                    bar = sum(BLOCKS[block] for block in word[0]) / 8 * WIDTH
                    out.append(f'<rect x="{x:.1f}" y="{y - 12}" width="{bar:.1f}" height="14" fill="{style["colour"]}"/>')
                    continue
                length = f'textLength="{len(word[0]) * WIDTH:.1f}" lengthAdjust="spacingAndGlyphs"'
                out.append(
                    f'<text x="{x:.1f}" y="{y}" {length} fill="{style["colour"]}"{weight}{opacity}>{html.escape(word[0])}</text>'
                )
            at += len(text)
    out.append("</g></svg>\n")
    return "\n".join(out)


def main(program):
    folder = os.path.dirname(os.path.abspath(__file__))
    for name, commands in PICTURES.items():
        lines = []
        for command in commands:
            shown = " ".join(f"'{word}'" if " " in word else word for word in command)
            lines.append(f"\x1b[90m$\x1b[0m \x1b[1mreferee {shown}\x1b[0m")
            environment = {**os.environ, "CLICOLOR_FORCE": "1", "COLUMNS": "100"}
            ran = subprocess.run([program, *command], capture_output=True, text=True, env=environment, check=True)
            lines += ran.stdout.rstrip().split("\n")
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(draw(lines))


main(sys.argv[1] if len(sys.argv) > 1 else "target/release/referee")
