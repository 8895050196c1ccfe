"""Chancery: a referee, a table and an opponent for historical board games."""

__version__ = "0.1.0"
PACKAGE = "chancery-games"  # its name on PyPI, where `chancery` is another project


def installing(extra: str) -> str:
    """Return the command that installs Chancery together with one of its extras."""
    return f"pip install '{PACKAGE}[{extra}]'"
