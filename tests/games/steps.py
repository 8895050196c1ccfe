"""Play games step by step in tests: actions as texts, legal actions and refusals."""

from __future__ import annotations

from chancery.core import Event, Refusal, State


def play(s: State, *lines: str) -> list[Event]:
    """Apply actions for the first seat that is asked; return the events."""
    happened: list[Event] = []
    for line in lines:
        for text in line.split("; "):
            happened += s.apply(text)
    return happened


def phase(s: State) -> str:
    """Return the phase on top of the stack."""
    return type(s.phases[-1]).__name__ if s.phases else "over"


def legal(s: State, verb: str = "") -> list[str]:
    """Return the legal actions as texts; of a given verb only their objects."""
    texts = [str(action) for action in s.legal()]
    if verb:
        return [text.split(" ", 1)[1] for text in texts if text.startswith(f"{verb} ")]
    return texts


def why_not(s: State, text: str) -> tuple[str, str | None]:
    """Return the code and the paragraph of the refusal of an action."""
    reason = s.why_not(text)
    assert isinstance(reason, Refusal)
    return reason.code, reason.rule
