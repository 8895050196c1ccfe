"""The drawing of the cathedral: a west front that grows part by part (§components.cathedral).

The middle of its threshold is the origin. Until the façade stands one looks into the nave, as into
a section; a part not yet built is an outline of the master builder's drawing, and the next one has
its scaffold up.
"""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin

from chancery.core.svg import Svg, join
from chancery.games.spada.board.components import PARTS
from chancery.games.spada.face.signs import path, tag

NAVE, FIRST_AISLE, SECOND_AISLE, CHOIR, FACADE, ROOF = range(PARTS)


def _arch(x: float, foot: float, width: float, height: float) -> str:
    """Return the path of a pointed arch that stands on its foot."""
    half, spring = width / 2, foot - height + width * 0.85
    return (
        f"M{x - half:g} {foot:g}V{spring:g}Q{x - half:g} {spring - width * 0.5:g} {x:g}"
        f" {foot - height:g}Q{x + half:g} {spring - width * 0.5:g} {x + half:g} {spring:g}"
        f"V{foot:g}Z"
    )


def _arches(*arches: tuple[float, float, float, float]) -> str:
    return "".join(_arch(*arch) for arch in arches)


def _round(x: float, y: float, radius: float, degrees: float) -> str:
    a = radians(degrees)
    return f"{x + radius * sin(a):.1f} {y - radius * cos(a):.1f}"


def _rose(x: float, y: float, petals: int) -> str:
    """Return the path of the petals of a round window."""
    step = 360 / petals
    return "".join(
        f"M{_round(x, y, 6.6, i * step)}L{_round(x, y, 19, i * step - 14)}"
        f"A5 5 0 0 1 {_round(x, y, 19, i * step + 14)}Z"
        for i in range(petals)
    )


def _rays() -> str:
    """Return the path of a glory behind the finished building."""
    return "".join(
        f"M{_round(0, -136, 150 + 14 * (i % 2), i * 6)}L{_round(0, -136, 178, i * 6)}"
        for i in range(-17, 18)
    )


def _pinnacle(x: float, foot: float, height: float = 22) -> str:
    return (
        f"M{x - 4:g} {foot:g}V{foot - 8:g}L{x:g} {foot - height:g} {x + 4:g} {foot - 8:g}V{foot:g}Z"
    )


# The outlines of the master builder's drawing, which is on the site from the beginning.
OUTLINES = (
    "M-46 0V-158H46V0Z" + _arch(0, 0, 60, 128),
    "M-46 0H-104V-74L-46-104Z" + _arch(-75, 0, 34, 62) + "M-104 0H-118V-88L-111-112-104-88",
    "M46 0H104V-74L46-104Z" + _arch(75, 0, 34, 62) + "M104 0H118V-88L111-112 104-88",
    "M-56-158V-196L-36-206H36L56-196V-158Z",
    "M-122 0V-214H-62V0M62 0V-214H122V0M-62-160L0-196 62-160"
    + "M-27-112a27 27 0 1 0 54 0a27 27 0 1 0-54 0",
    "M-62-166L0-246 62-166ZM-126-214L-92-286-58-214ZM126-214L92-286 58-214ZM-7-240L0-306 7-240Z",
)

SIDE_COURSES = "M-104-12H-92M-104-26H-94M-104-40H-92M-58-12H-46M-58-30H-46M-56-78H-48M-90-76H-78"


def _nave() -> Svg:
    """Draw walls and vaults, with a look inside."""
    inside = _arch(0, 0, 68, 138)
    return join(
        (
            path("M-46 0V-158H46V0Z", "stone"),
            path(inside, "dusk"),
            path("M-34 0L-12-26H12L34 0Z", "floor"),
            path(
                "M-23 0L-8-26M-11 0L-4-26M0 0V-26M11 0L4-26M23 0L8-26M-26-9H26M-20-18H20",
                "joint",
            ),
            path("M-34-84Q0-112 34-84M-26-58Q0-106 26-58M-19-40Q0-84 19-40", "rib"),
            path("M-34 0V-84M-26-9V-62M-19-18V-48M34 0V-84M26-9V-62M19-18V-48", "rib"),
            path(inside, "line2"),
            path("M-46-142H46M-46-128H-34M34-128H46M-46-100H-36M36-100H46M-46-70H-34M34-70H46"
               "M-46-40H-34M34-40H46M-46-14H-34M34-14H46", "joint"),
            path(_arches((-37, -144, 7, 12), (-24, -144, 7, 12), (24, -144, 7, 12),
                       (37, -144, 7, 12)), "gap"),
            path("M-50-158H50V-163H-50Z", "stone"),
        )
    )  # fmt: skip


def _aisle(mirror: int) -> Svg:
    """Draw a side aisle with its buttress and an arch that leans on the nave."""
    return tag(
        "g",
        path("M-115-92Q-80-148-46-144V-134Q-74-134-104-92Z", "stone"),
        path("M-46 0H-104V-74L-46-104Z", "stone"),
        path("M-109-70L-46-103V-120L-109-84Z", "lead"),
        path(_arch(-75, 0, 38, 66), "dusk"),
        path("M-94 0L-84-16H-66L-56 0ZM-89-8H-61", "floor"),
        path("M-94-34Q-75-62-56-34M-87-24Q-75-46-63-24M-87-16V-26M-63-16V-26", "rib"),
        path(_arch(-75, 0, 38, 66), "line2"),
        path(SIDE_COURSES, "joint"),
        path("M-104 0H-120V-60L-118-62V-90H-104Z", "stone"),
        path(_pinnacle(-111, -90, 26), "stone"),
        path("M-120-30H-104M-118-46H-104M-118-62H-104M-118-76H-104M-120-14H-104", "joint"),
        transform="scale(-1 1)" if mirror else None,
    )


def _choir() -> Svg:
    """Draw the windows of the choir, behind and above the nave."""
    return join(
        (
            path("M-56-150V-196L-36-206H36L56-196V-150Z", "stone"),
            path("M-36-206V-158M36-206V-158M-13-206V-158M13-206V-158", "joint"),
            path(_arches((-46, -161, 9, 30), (-24.5, -161, 12, 36), (0, -161, 14, 38),
                       (24.5, -161, 12, 36), (46, -161, 9, 30)), "glass"),
            path("M-40-206H40V-211H-40Z", "stone"),
            path(_pinnacle(-57, -194) + _pinnacle(-36, -208) + _pinnacle(36, -208)
               + _pinnacle(57, -194), "stone"),
        )
    )  # fmt: skip


def _choir_within() -> Svg:
    """Draw the choir as seen through the nave: its glass and the altar."""
    return join(
        (
            path(_arches((-9.5, -30, 7, 34), (0, -30, 8, 42), (9.5, -30, 7, 34)), "glass lit"),
            path("M-7-22H7V-27H-7ZM0-27V-34M-2.6-31.6H2.6", "altar"),
        )
    )


def _facade() -> Svg:
    """Draw two towers, three portals, the rose and the gallery of kings."""
    kings = "".join(_arch(x, -82, 6.4, 14) for x in (-28, -20, -12, -4, 4, 12, 20, 28))
    tower = join(
        (
            path("M-122 0V-214H-62V0Z", "stone"),
            path("M-126 0V-118H-116V0ZM-68 0V-118H-58V0Z", "stone lit-stone"),
            path("M-124-64H-60V-69H-124ZM-124-132H-60V-137H-124ZM-126-208H-58V-215H-126Z", "stone"),
            path(_arch(-92, 0, 36, 58), "stone"),
            path(_arch(-92, 0, 24, 46), "door"),
            path(_arches((-101, -78, 12, 44), (-83, -78, 12, 44)), "glass"),
            path(_arches((-103, -146, 14, 52), (-81, -146, 14, 52)), "dusk"),
            path("M-122-14H-112M-72-14H-62M-122-30H-112M-72-30H-62M-120-78H-110M-74-78H-64M-120-96H-110"
               "M-74-96H-64M-120-112H-110M-74-112H-64M-120-150H-112M-72-150H-64M-120-170H-112"
               "M-72-170H-64M-120-190H-112M-72-190H-64M-97-200H-87", "joint"),
            path("M-103-146V-186M-81-146V-186M-110-158H-96M-110-168H-96M-88-158H-74M-88-168H-74",
               "rib"),
            path(_pinnacle(-122, -214, 26) + _pinnacle(-62, -214, 26), "stone"),
        )
    )  # fmt: skip
    return join(
        (
            path("M-62 0V-160L0-196 62-160V0Z", "stone"),
            path("M-62-160L0-196 62-160", "line2"),
            tag("circle", cy=-112, r=29, class_="stone"),
            tag("circle", cy=-112, r=26, class_="dusk"),
            path(_rose(0, -112, 10), "glass"),
            tag("circle", cy=-112, r=5.4, class_="glass lit"),
            path(kings, "gap"),
            path("M-58-80H58V-84.5H-58ZM-58-66H58V-70H-58Z", "stone"),
            path("M0-186v-8M-4-178a4 4 0 1 0 8 0a4 4 0 1 0-8 0", "line2"),
            path("M-30 0V-36L0-72 30-36V0Z", "stone"),
            path(_arch(0, 0, 44, 54), "stone"),
            path(_arch(0, 0, 32, 44), "door"),
            path("M0 0V-42M-16-24H16M-92 0V-46M92 0V-46", "rib"),
            path("M-26-34Q0-80 26-34M-58-152H58M-48-156L0-184 48-156", "joint"),
            path(_arches((-45, -92, 12, 44), (45, -92, 12, 44)), "glass"),
            path(_arches((-46, -8, 8, 26), (46, -8, 8, 26)), "gap"),
            path("M-58-20H-32M32-20H58M-58-44H-34M34-44H58M-58-100H-34M34-100H58M-58-126H-30"
               "M30-126H58M-58-148H58M-58-8H-50M50-8H58M-50-32H-38M38-32H50"
                "M-20-140H20M-10-148V-140M10-148V-140", "joint"),
            tag("g", tower, id="l-tower"),
            tag("use", href="#l-tower", transform="scale(-1 1)"),
        )
    )  # fmt: skip


def _roof_behind() -> Svg:
    """Draw the great roof and its spire, behind the gable."""
    return join(
        (
            path("M-7-236L0-312 7-236Z", "lead"),
            path("M0-312V-326M-4.4-320.6H4.4", "line2"),
            path("M-64-160L-40-240H40L64-160Z", "lead"),
            path("M-44-226H44M-49-210H49M-53-196H53M-57-182H57M-61-170H61M-28-240V-226M-10-240V-226"
               "M10-240V-226M28-240V-226M-36-226V-210M-18-226V-210M0-226V-210M18-226V-210"
               "M36-226V-210M-44-210V-196M-26-210V-196M26-210V-196M44-210V-196", "tile"),
            path("M-42-240H42", "ridge"),
        )
    )  # fmt: skip


def _roof_before() -> Svg:
    """Draw the helms on the two towers."""
    spire = join(
        (
            path("M-126-215L-92-292-58-215Z", "lead"),
            path(
                "M-92-292L-104-215M-92-292L-80-215M-119-231H-65M-112-247H-72M-105-263H-79", "tile"
            ),
            path("M-92-292V-304M-96-299.6H-88", "line2"),
            path(
                "M-92-286Q-84-292-76-286-70-282-64-286V-277Q-70-273-76-277-84-283-92-277Z", "flag"
            ),
        )
    )
    return join(
        (
            tag("g", spire, id="l-spire"),
            tag("use", href="#l-spire", transform="translate(184 0)"),
        )
    )


def _crane() -> Svg:
    """Draw a building crane with its treadwheel."""
    return join(
        (
            path("M82 2L93-124M118 2L97-124M88-46H110M83-8H117", "beam"),
            path("M124-112L50-138M95-92L70-130", "beam"),
            path("M54-136V-92M54-136L95-122 100-46", "line1"),
            path("M46-92h16v-11h-16z", "stone"),
            tag("circle", cx=100, cy=-26, r=19, class_="wheel"),
            path("M100-45V-7M81-26H119M87-39L113-13M113-39L87-13", "line1"),
        )
    )


SCAFFOLDS = (
    "M-54 4V-150M54 4V-150M-28 4V-168M28 4V-168M-58-40H58M-58-84H58M-58-128H58M-54-4L-28-40"
    "M54-4L28-40M-54-84L-28-44M54-84L28-44M-28-84L0-128 28-84",
    "M-126 4V-96M-98 4V-112M-72 4V-116M-130-34H-50M-130-72H-50M-126 0L-98-34M-72-34L-98-72",
    "M126 4V-96M98 4V-112M72 4V-116M130-34H50M130-72H50M126 0L98-34M72-34L98-72",
    "M-64-150V-216M-22-150V-222M22-150V-222M64-150V-216M-68-176H68M-68-204H68M-64-176L-22-204"
    "M64-176L22-204",
    "M-132 4V-222M-94 4V-226M-54 4V-222M54 4V-222M94 4V-226M132 4V-222M-138-44H-48M-138-92H-48"
    "M-138-140H-48M-138-188H-48M138-44H48M138-92H48M138-140H48M138-188H48M-48-92H48M-132-44L-94-92"
    "M132-44L94-92M-94-140L-54-188M94-140L54-188",
    "M-70-150L0-256 70-150M-46-186H46M-24-220H24M0-256V-186M-130-212L-92-290-54-212M-92-290V-212"
    "M130-212L92-290 54-212M92-290V-212M-110-252H-74M110-252H74",
)


@cache
def drawing_on_the_site() -> Svg:
    """Draw the master builder's drawing of the whole, faint."""
    return path("".join(OUTLINES), "sketch")


@cache
def cathedral(built: int) -> Svg:
    """Draw the cathedral with so many parts, and the scaffold of the next."""
    finished = range(built)
    layers: list[Svg] = []
    if ROOF in finished:
        layers.append(path(_rays(), "rays"))
        layers.append(_roof_behind())
    if CHOIR in finished:
        layers.append(_choir())
    if FACADE not in finished:
        if NAVE in finished:
            layers.append(_nave())
        if CHOIR in finished:
            layers.append(_choir_within())
        layers += [_aisle(0)] if FIRST_AISLE in finished else []
        layers += [_aisle(1)] if SECOND_AISLE in finished else []
    else:
        layers.append(_facade())
    if ROOF in finished:
        layers.append(_roof_before())
    if built < PARTS:
        layers.append(path(OUTLINES[built], "next"))
        layers.append(path(SCAFFOLDS[built], "scaffold"))
    if built <= FIRST_AISLE:
        layers.append(_crane())
    if not built:
        layers.append(path("M-96 2h18v-10h-18zM-76 2h18v-10h-18zM-87-8h18v-10h-18z", "stone"))
    return join(layers)
