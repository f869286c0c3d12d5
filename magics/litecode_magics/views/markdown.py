"""Markdown by a model as HTML that runs nothing and loads nothing.

A front end trusts the outputs of a cell that was just run, so that `text/markdown` with
a script in it would be a script that runs. Here raw HTML is shown as text, pictures
stay words, and links with `javascript:` and the like are no links.
"""

from litecode_magics.views.markup import Html, element
from litecode_magics.views.visible import visible

MOST_CHARACTERS = 100_000


def markdown_html(text: str) -> Html:
    """Give Markdown as safe HTML; a text beyond all measure is cut, and says so."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  loaded when first needed

    cut = visible(text[:MOST_CHARACTERS])
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    html = Html(reader.render(cut))
    if len(text) <= MOST_CHARACTERS:
        return html
    rest = f"… ({len(text) - MOST_CHARACTERS:,} more characters are not shown.)"
    return Html(html + element("p", rest))
