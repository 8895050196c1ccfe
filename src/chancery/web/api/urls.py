"""The URLs of the API, below its address."""

from __future__ import annotations

from chancery.web.api.operations import api

urlpatterns = api.urls[0]
