"""The documentation as a site: `make docs` writes it to docs/site.

Pages are the Markdown files of the repository, as they are. Sphinx reads them from its root, so
that links between all of them are checked.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
VERSION = re.search(r'"(.*?)"', (ROOT / "src/chancery/__init__.py").read_text().partition("=")[2])

project = "Chancery"
author = copyright = "the authors of Chancery"
version = release = VERSION[1] if VERSION else ""
extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = ["*.md", "docs/**.md"]
exclude_patterns = ["docs/site"]
myst_heading_anchors = 4
nitpick_ignore = [("myst", "../examples/liars-dice")]  # a folder: tests/test_docs.py checks it
html_theme = "furo"
html_title = f"Chancery {version}"
html_copy_source = False
html_show_copyright = False
linkcheck_ignore = [r"http://(localhost|127\.0\.0\.1)", r"https://games\.example\.org"]
linkcheck_timeout = 10
