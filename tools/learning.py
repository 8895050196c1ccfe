"""Draw the learning curves of all model cards into docs/images: python tools/learning.py"""

from __future__ import annotations

import json
from pathlib import Path

from chancery import games
from chancery.core import svg
from chancery.core.svg import Svg

OUT = Path(__file__).parent.parent / "docs" / "images"
WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 420, 190, 52, 130, 28, 30
STYLE = """
text { font: 12px serif; fill: #222 }
path { fill: none; stroke-width: 2 }
.axis { stroke: #999; stroke-width: 1 }
.seen { stroke: #1f4e79; stroke-dasharray: 6 3 }
.fresh { stroke: #8a2b1d }
.nothing { stroke: #666; stroke-dasharray: 1 4 }
"""


def drawn(title: str, card: dict[str, object]) -> Svg:
    """Draw the losses by epoch: on training games, on test games, and without a model."""
    curve = card["curve"]
    assert isinstance(curve, list)
    nothing = float(str(card["loss_knowing_nothing"]))
    values = [v for pair in curve for v in pair] + [nothing]
    low, high = min(values) * 0.98, max(values) * 1.01

    def at(number: float, loss: float) -> str:
        x = LEFT + (WIDE - LEFT - RIGHT) * number / max(1, len(curve) - 1)
        return f"{x:.1f} {TOP + (HIGH - TOP - BOTTOM) * (high - loss) / (high - low):.1f}"

    def line(losses: list[float], class_: str, words: str) -> list[Svg]:
        path = "M" + "L".join(at(n, loss) for n, loss in enumerate(losses))
        end = float(at(0, losses[-1]).split()[1])
        return [
            svg.tag("path", d=path, class_=class_),
            svg.tag("text", words, x=WIDE - RIGHT + 6, y=end + 4),
        ]

    parts = [
        svg.tag("style", Svg(STYLE)),
        svg.tag("rect", width=WIDE, height=HIGH, fill="#fdfbf5"),
        svg.tag("text", title, x=LEFT, y=16),
        svg.tag("path", d=f"M{LEFT} {TOP}V{HIGH - BOTTOM}H{WIDE - RIGHT}", class_="axis"),
        svg.tag("text", f"{high:.2f}", x=LEFT - 6, y=TOP + 6, text_anchor="end"),
        svg.tag("text", f"{low:.2f}", x=LEFT - 6, y=HIGH - BOTTOM, text_anchor="end"),
        svg.tag("text", f"{len(curve)} epochs", x=WIDE - RIGHT, y=HIGH - 10, text_anchor="end"),
        *line([nothing] * len(curve), "nothing", "knowing nothing"),
        *line([pair[1] for pair in curve], "fresh", "games never seen"),
        *line([pair[0] for pair in curve], "seen", ""),
    ]
    return svg.picture(WIDE, HIGH, "learning", *parts)


def main() -> None:
    """Draw the curves of all model cards of all games."""
    for name in games.names():
        for path in sorted((games.find(name).folder / "data" / "learned").glob("*.json")):
            card = json.loads(path.read_text(encoding="utf-8"))["card"]
            out = OUT / f"learning-{name}-{path.stem}.svg"
            out.write_text(f"{drawn(f'{name}, {path.stem}', card)}\n", encoding="utf-8")
            print(out.name)


if __name__ == "__main__":
    main()
