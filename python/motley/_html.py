"""Answers in notebooks: tables of plain HTML, without scripts. Plans come from the report's own renderer."""

import html

from motley._wait import duration


def text(content):
    return f"<pre>{html.escape(content)}</pre>"


def table(head, rows, numbers=()):
    """Cells are texts; those of `rows` may be HTML. `numbers`: columns that are aligned right."""

    def cell(tag, i, content):
        align = "right" if i in numbers else "left"
        return f'<{tag} style="text-align:{align};padding:1px 8px">{content}</{tag}>'

    lines = ["<tr>" + "".join(cell("th", i, html.escape(c)) for i, c in enumerate(head)) + "</tr>"]
    lines += ["<tr>" + "".join(cell("td", i, c) for i, c in enumerate(row)) + "</tr>" for row in rows]
    return '<table style="border-collapse:collapse">' + "".join(lines) + "</table>"


def explanation(e):
    rows = [
        [html.escape(s.state), duration(s.step_seconds), ("chosen" if s.is_chosen else "") + ("" if s.fits else " does not fit")]
        for s in e.states
    ]
    sources = "".join(f"<br>read at {html.escape(s)}" for s in e.sources)
    return f"<p><b>{html.escape(e.value)}</b>{sources}</p>" + table(["state", "step", ""], rows, (1,))
