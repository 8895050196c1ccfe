"""What a finger can hit on a phone, and what a thumb can reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

LEAST = 40  # CSS pixels
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1,
}
# Everything that can be pressed, including the label of a tick box. Links within sentences are
# exempt.
SMALL = """(least) => {
    const kinds = "button, select, textarea, input:not([type=hidden]), summary, a.button, nav a,"
        + " .paging a, .tabs a, .links a, .choices a, .house";
    const found = [];
    for (const one of document.querySelectorAll(kinds)) {
        if (one.closest("[aria-hidden=true], [inert], .sr")) continue;
        const ticked = one.matches("[type=checkbox], [type=radio]");
        const whole = (ticked && one.closest("label")) || one;
        if (!whole.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const { width, height, right } = whole.getBoundingClientRect();
        if (right < 0) continue; // it comes into sight when the keyboard is there
        if (width >= least - 0.5 && height >= least - 0.5) continue;
        const name = one.id || one.className || one.name || one.getAttribute("href");
        const words = (one.ariaLabel || one.textContent || "").trim().slice(0, 30);
        const size = `${Math.round(width)}x${Math.round(height)}`;
        found.push(`${one.localName} ${name} “${words}” ${size}`);
    }
    return found;
}"""

# Controls used in play that are out of reach for the thumb of the hand that holds the phone.
HIGH = """() => {
    const found = [];
    const used = "#part-question, #part-question button, #part-hand";
    for (const one of document.querySelectorAll(used)) {
        const { top, height } = one.getBoundingClientRect();
        if (!one.checkVisibility() || !height) continue;
        if (top < innerHeight / 3) found.push(`${one.id || one.textContent.trim()} at ${top}`);
    }
    return found;
}"""
# Pieces that can only be chosen on the board, as no visible or folded button stands for them.
ALONE = """() => [...document.querySelectorAll("#frame .is-legal, #part-hand .is-legal")]
    .map((one) => one.dataset.target)
    .filter((target) => ![...document.querySelectorAll("#part-question [data-act]")].some((one) =>
        one.dataset.for === target && (one.checkVisibility()
            || one.closest("details:not([open])")?.querySelector("summary").checkVisibility())))"""


def out_of_reach(page: Page) -> list[str]:
    """Return the controls that a thumb does not reach."""
    return [f"{page.url} {one}" for one in page.evaluate(HIGH)]


def without_button(page: Page) -> list[str]:
    """Return the small pieces that have no button."""
    return [f"{page.url} {one}" for one in page.evaluate(ALONE)]


def too_small(page: Page) -> list[str]:
    """Return the targets that are too small for a finger."""
    return [f"{page.url} {one}" for one in page.evaluate(SMALL, LEAST)]
