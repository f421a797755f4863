'use strict';
// Timelines that zoom and pan, a filter for long tables, and buttons that copy. The page is complete
// without any of this.
(() => {
  const seconds = ns => ns >= 1e9 ? (ns / 1e9).toPrecision(4) + ' s'
    : ns >= 1e6 ? (ns / 1e6).toPrecision(4) + ' ms' : (ns / 1e3).toPrecision(4) + ' us';
  const colour = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const colours = {forward: 'line0', backward: 'line2', weight: 'line3', update: 'line5'};

  class TimelineView {
    constructor(figure) {
      this.data = JSON.parse(figure.querySelector('script').textContent);
      this.rows = this.data.rows.map(() => []);
      for (const span of this.data.spans) this.rows[span[0]].push(span);
      for (const row of this.rows) row.sort((a, b) => a[3] - b[3]);
      this.begin = 0;
      this.end = this.data.end;
      this.canvas = document.createElement('canvas');
      this.canvas.tabIndex = 0;
      this.canvas.setAttribute('role', 'img');
      this.canvas.setAttribute('aria-label', figure.querySelector('figcaption').textContent +
        '. Arrow keys pan, plus and minus zoom, 0 shows all.');
      this.readout = document.createElement('p');
      this.readout.className = 'readout';
      this.readout.setAttribute('aria-live', 'polite');
      this.readout.textContent = 'Scroll with Ctrl or pinch to zoom, drag to pan, double-click for all.';
      const box = figure.querySelector('.scroll');
      box.replaceChildren(this.canvas, this.readout);
      this.listen();
      new ResizeObserver(() => requestAnimationFrame(() => this.draw())).observe(box);
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
    }

    names() { return Math.min(200, this.width * 0.3); }
    x(ns) { return this.names() + (ns - this.begin) / (this.end - this.begin) * (this.width - this.names()); }
    at(x) { return this.begin + (x - this.names()) / (this.width - this.names()) * (this.end - this.begin); }

    show(begin, end) {
      const length = Math.min(Math.max(end - begin, 100), this.data.end);
      this.begin = Math.min(Math.max(begin, 0), this.data.end - length);
      this.end = this.begin + length;
      cancelAnimationFrame(this.frame);
      this.frame = requestAnimationFrame(() => this.draw());
    }
    zoom(factor, centre) {
      this.show(centre - (centre - this.begin) * factor, centre + (this.end - centre) * factor);
    }

    draw() {
      const scale = devicePixelRatio || 1, height = this.rows.length * 20 + 24;
      this.width = this.canvas.clientWidth;
      this.canvas.style.height = height + 'px';
      this.canvas.width = this.width * scale;
      this.canvas.height = height * scale;
      const c = this.canvas.getContext('2d');
      c.scale(scale, scale);
      c.font = '12px system-ui, sans-serif';
      const fills = this.data.kinds.map(k => colour(colours[k] || k) || '#888');
      this.rows.forEach((row, r) => this.drawRow(c, row, r, fills));
      c.fillStyle = colour('paper');
      c.fillRect(0, 0, this.names(), height);
      c.fillStyle = colour('soft');
      c.textAlign = 'right';
      this.data.rows.forEach((name, r) => c.fillText(name, this.names() - 8, r * 20 + 14, this.names() - 10));
      const ticks = this.width < 600 ? 2 : 4;
      for (let i = 0; i <= ticks; ++i) {
        c.textAlign = i === ticks ? 'right' : i === 0 ? 'left' : 'center';
        const ns = this.begin + (this.end - this.begin) * i / ticks;
        c.fillText(seconds(ns), this.x(ns), height - 6);
      }
    }
    // Spans that share a pixel are drawn once, so that 200,000 of them take as long as the screen is wide.
    drawRow(c, row, r, fills) {
      let covered = -1;
      for (let i = this.first(row); i < row.length && row[i][3] < this.end; ++i) {
        const from = this.x(row[i][3]), to = Math.max(this.x(row[i][3] + row[i][4]), from + 0.5);
        if (to < covered + 0.5) continue;
        c.fillStyle = fills[row[i][1]];
        c.fillRect(from, r * 20 + 2, to - from - (to - from > 3 ? 0.5 : 0), 16);
        covered = to;
      }
    }
    first(row) {
      let low = 0, high = row.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (row[middle][3] + row[middle][4] < this.begin) low = middle + 1; else high = middle;
      }
      return low;
    }

    say(event) {
      const row = this.rows[Math.floor(event.offsetY / 20)], ns = this.at(event.offsetX);
      if (!row || ns < this.begin) return;
      const hit = row.findLast(s => s[3] <= ns && ns <= s[3] + s[4]);
      if (hit) {
        this.readout.textContent = `${this.data.rows[hit[0]]}: ${this.data.names[hit[2]]}, ` +
          `${seconds(hit[4])} from ${seconds(hit[3])}`;
      }
    }
    listen() {
      const c = this.canvas;
      c.addEventListener('wheel', e => {
        if (!e.ctrlKey && !e.metaKey) return;
        e.preventDefault();
        this.zoom(Math.exp(e.deltaY / 300), this.at(e.offsetX));
      }, {passive: false});
      c.addEventListener('pointerdown', e => { this.drag = e.offsetX; c.setPointerCapture(e.pointerId); });
      c.addEventListener('pointerup', () => { this.drag = undefined; });
      c.addEventListener('pointermove', e => {
        if (this.drag === undefined) return this.say(e);
        const moved = this.at(this.drag) - this.at(e.offsetX);
        this.drag = e.offsetX;
        this.show(this.begin + moved, this.end + moved);
      });
      c.addEventListener('dblclick', () => this.show(0, this.data.end));
      c.addEventListener('keydown', e => {
        const step = (this.end - this.begin) / 10, middle = (this.begin + this.end) / 2;
        if (e.key === 'ArrowLeft') this.show(this.begin - step, this.end - step);
        else if (e.key === 'ArrowRight') this.show(this.begin + step, this.end + step);
        else if (e.key === '+' || e.key === '=') this.zoom(0.7, middle);
        else if (e.key === '-') this.zoom(1 / 0.7, middle);
        else if (e.key === '0') this.show(0, this.data.end);
        else return;
        e.preventDefault();
      });
    }
  }

  for (const figure of document.querySelectorAll('.timeline')) new TimelineView(figure);

  for (const box of document.querySelectorAll('[data-filters]')) {
    const rows = [...document.querySelectorAll('#' + box.dataset.filters + ' tbody tr')];
    box.hidden = false;
    box.querySelector('input').addEventListener('input', e => {
      const words = e.target.value.toLowerCase().split(/\s+/);
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every(w => text.includes(w));
      }
      box.querySelector('output').textContent = rows.filter(r => !r.hidden).length + ' of ' + rows.length;
    });
  }

  for (const button of document.querySelectorAll('button[data-copy]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = 'copied';
    });
  }
})();
