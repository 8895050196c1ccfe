"""The site's settings for mypy's Django plugin. Loading them creates a data directory, which is
temporary here and removed at once."""

import os
import tempfile

with tempfile.TemporaryDirectory(prefix="chancery-") as home:
    os.environ["CHANCERY_HOME"] = home
    from chancery.web.server.settings import *  # noqa: F403
