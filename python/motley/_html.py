"""Plans and other answers in notebooks: tables of plain HTML, without scripts."""

import html

from motley._wait import duration

_COLORS = ("#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb")


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


def size(num_bytes):
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if num_bytes < 1000 or unit == "TB":
            return f"{num_bytes:.3g} {unit}" if unit != "bytes" else f"{num_bytes:.0f} bytes"
        num_bytes /= 1000


def bar(sizes, most=64):
    """Shares as a bar of coloured pieces, for up to `most` devices."""
    total = sum(sizes)
    if not total or len(sizes) > most:
        return ""
    pieces = "".join(
        f'<span title="device {i}: {s} of {total}" style="display:inline-block;height:10px;width:{120 * s / total:.1f}px;'
        f'background:{_COLORS[i % len(_COLORS)]}"></span>'
        for i, s in enumerate(sizes)
    )
    return f'<span style="white-space:nowrap">{pieces}</span>'


def plan(p, most=40):
    data = p.to_dict()
    bound = "" if p.gap is None else f", no sharded plan takes less than {duration(p.lower_bound_seconds)} (gap {100 * p.gap:.1f} %)"
    fits = "fits" if p.fits else html.escape(p.out_of_memory)
    devices = [
        [html.escape(f"{kind['count']} x {kind['type']}"), duration(kind["compute_seconds"]), size(kind["peak_bytes"])]
        for kind in data.get("ranks", [])
    ]
    shown = [a for a in p.arguments.values() if a.role in ("param", "frozen", "batch")]
    rows = []
    for a in shown[:most]:
        shares = " ".join(bar(s.sizes) for s in a.shares)
        rows.append([html.escape(a.name), a.role, html.escape(f"{a.dtype}{list(a.shape)}"), html.escape(a.state), shares])
    rest = f"<p>and {len(shown) - most} more</p>" if len(shown) > most else ""
    others = [
        [html.escape(row["strategy"]), duration(row["step_seconds"]), "" if row["fits"] else "does not fit"]
        for row in data.get("rows", [])
    ]
    parts = [
        f"<p><b>{html.escape(p.model)}</b> with {html.escape(p.optimizer)}: a step of {p.samples_per_step} samples takes "
        f"<b>{duration(p.step_seconds)}</b> on {p.num_ranks} devices{bound}; {fits}</p>",
        table(["devices", "compute", "memory"], devices, (1, 2)),
        table(["argument", "role", "type", "state", "shares"], rows) + rest,
    ]
    if others:
        parts.append("<p>named strategies</p>" + table(["strategy", "step", ""], others, (1,)))
    return "".join(parts)


def explanation(e):
    rows = [
        [html.escape(s.state), duration(s.step_seconds), ("chosen" if s.is_chosen else "") + ("" if s.fits else " does not fit")]
        for s in e.states
    ]
    sources = "".join(f"<br>read at {html.escape(s)}" for s in e.sources)
    return f"<p><b>{html.escape(e.value)}</b>{sources}</p>" + table(["state", "step", ""], rows, (1,))
