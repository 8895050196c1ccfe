"""The site's settings for mypy, whose plugin for Django reads them: they make a home for the site,
and this one is gone at once."""

import os
import tempfile

with tempfile.TemporaryDirectory(prefix="chancery-") as home:
    os.environ["CHANCERY_HOME"] = home
    from chancery.web.server.settings import *  # noqa: F403
