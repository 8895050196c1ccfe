"""The API: what people do with pages, programs do here, in JSON and with a token.

Only `Authorization: Bearer` counts (see middleware.Visitors), never a cookie. Refusals are answered
by middleware.ErrorResponses, as everywhere, in one shape.
"""

URLS = "chancery.web.api.urls"  # the module, which takes a second to import
