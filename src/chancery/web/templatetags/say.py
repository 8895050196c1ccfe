"""Template tags of the site, loaded in every template.

`{% say "{title}: {text}" title=title text=where %}` is a sentence in the reader's language,
`{% say "{n} round" "{n} rounds" n=rounds %}` one with a plural, and with `as name` at its end it
is kept for later; `{{ row.when|day }}` is a date. `{% board_style game %}` links the style sheet
of a board.
"""

from __future__ import annotations

from django.template import Context, Library, Node, TemplateSyntaxError
from django.template.base import FilterExpression, Parser, Token, token_kwargs
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString

from chancery.core.words import Template, Text
from chancery.web.base import dates
from chancery.web.base.user_input import game_called

register = Library()
register.filter("day", dates.day, expects_localtime=True)
register.filter("month", dates.month, expects_localtime=True)
register.filter("moment", dates.moment, expects_localtime=True)


class SayNode(Node):
    """A sentence with its places, said by the `speaker` of the context."""

    def __init__(
        self, template: Template, places: dict[str, FilterExpression], target: str
    ) -> None:
        self._template, self._places, self._target = template, places, target
        self._text = Text(template, ())

    def render(self, context: Context) -> str:
        """Return the sentence, escaped like any other value; nothing if it is kept for later."""
        text = self._text
        if self._places:
            places = ((name, value.resolve(context)) for name, value in self._places.items())
            text = Text(self._template, tuple(places))
        rendered = context["speaker"].say(text)
        if self._target:
            context[self._target] = rendered
            return ""
        return conditional_escape(rendered) if context.autoescape else str(rendered)


@register.tag
def say(parser: Parser, token: Token) -> SayNode:
    """Parse a sentence, its plural, its places and the name under which it is kept."""
    bits = token.split_contents()[1:]
    target = bits[-1] if bits[-2:-1] == ["as"] else ""
    bits = bits[:-2] if target else bits
    sentences = []
    while bits and bits[0][0] in "\"'":
        sentences.append(bits.pop(0)[1:-1])
    places = token_kwargs(bits, parser)
    if bits or not 1 <= len(sentences) <= 2:
        raise TemplateSyntaxError(f"{{% {token.contents} %}}: a sentence and its places")
    return SayNode(Template(*sentences), places, target)


@register.simple_tag
def board_style(game: str) -> SafeString:
    """Link the style sheet of a game's board and its fonts, which a browser otherwise requests
    only after it has laid out all names in another font."""
    fonts = format_html_join(
        "",
        '<link rel="preload" as="font" type="font/ttf" href="{}" crossorigin>',
        ((reverse("font", args=[game, font]),) for font in game_called(game).face.fonts),
    )
    return format_html('{}<link rel="stylesheet" href="{}">', fonts, reverse("style", args=[game]))
