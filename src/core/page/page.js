'use strict';
// Timelines that zoom and pan, a filter for long tables, and buttons that copy. The page is complete
// without any of this.
(() => {
  const unitOf = ns => ns >= 1e9 ? ['s', 1e9] : ns >= 1e6 ? ['ms', 1e6] : ['us', 1e3];
  const seconds = ns => {
    const [unit, size] = unitOf(ns);
    return +(ns / size).toPrecision(4) + ' ' + unit;
  };
  // Round times from begin to end, some `count` of them, each with as many digits as tell them apart.
  const ticks = (begin, end, count) => {
    const [unit, size] = unitOf(end);
    const rough = (end - begin) / count, power = 10 ** Math.floor(Math.log10(rough));
    const step = power * [1, 2, 5, 10].find(f => f * power >= rough * 0.999);
    const digits = Math.max(0, -Math.floor(Math.log10(step / size) + 1e-9)), all = [];
    for (let i = Math.ceil(begin / step - 1e-9); i * step <= end * (1 + 1e-9); ++i) {
      all.push([i * step, (i * step / size).toFixed(digits) + ' ' + unit]);
    }
    return all;
  };
  const colour = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
  const colours = {forward: 'line0', backward: 'line2', weight: 'line3', update: 'line5'};

  const ROW = 20, AXIS = 24, OVERVIEW = 14;

  // [name, begin, length] of each span of a row, in order: varints in base64 (core/page/timeline.h).
  const decoded = text => {
    const bytes = atob(text), numbers = [];
    for (let i = 0, value = 0, factor = 1; i < bytes.length; ++i) {
      const byte = bytes.charCodeAt(i);
      value += (byte & 127) * factor;
      factor *= 128;
      if (byte < 128) { numbers.push(value); value = 0; factor = 1; }
    }
    const names = new Uint32Array(numbers.length / 3), begins = new Float64Array(names.length), lengths = new Float64Array(names.length);
    for (let i = 0, begin = 0; i < names.length; ++i) {
      names[i] = numbers[3 * i];
      begins[i] = begin += numbers[3 * i + 1];
      lengths[i] = numbers[3 * i + 2];
    }
    return {names, begins, lengths};
  };

  // Kinds have patterns besides colours: stripes of the paper's colour, as page.css has them.
  const STRIPES = {communication: 'rising', waiting: 'upright', backward: 'falling', weight: 'rising', update: 'level'};
  const LINES = {upright: [[4, 0, 4, 8]], level: [[0, 4, 8, 4]], rising: [[-2, 2, 2, -2], [0, 8, 8, 0], [6, 10, 10, 6]],
                 falling: [[-2, 6, 2, 10], [0, 0, 8, 8], [6, -2, 10, 2]]};
  const fillOf = (context, kind) => {
    const base = colour(colours[kind] || kind) || '#888';
    if (!(kind in STRIPES)) return base;
    const tile = document.createElement('canvas');
    tile.width = tile.height = 8;
    const c = tile.getContext('2d');
    c.fillStyle = base;
    c.fillRect(0, 0, 8, 8);
    c.globalAlpha = 0.45;
    c.strokeStyle = colour('paper');
    c.lineWidth = 1.5;
    c.beginPath();
    for (const [x0, y0, x1, y1] of LINES[STRIPES[kind]]) { c.moveTo(x0, y0); c.lineTo(x1, y1); }
    c.stroke();
    return context.createPattern(tile, 'repeat');
  };

  class TimelineView {
    constructor(figure) {
      this.data = JSON.parse(figure.querySelector('script').textContent);
      this.rows = this.data.spans.map(decoded);
      this.begin = 0;
      this.end = this.data.end;
      this.canvas = document.createElement('canvas');
      this.canvas.tabIndex = 0;
      this.canvas.setAttribute('role', 'img');
      this.canvas.setAttribute('aria-label', figure.querySelector('figcaption').textContent +
        '. Arrow keys pan, plus and minus zoom, 0 shows all.');
      this.readout = document.createElement('span');
      this.readout.setAttribute('aria-live', 'polite');
      this.readout.textContent = 'Drag to pan, Ctrl and scroll to zoom, drag in the strip below to select, double-click for all.';
      const tools = document.createElement('p');
      tools.className = 'readout';
      const middle = () => (this.begin + this.end) / 2;
      for (const [sign, label, act] of [['+', 'Zoom in', () => this.zoom(0.5, middle())],
                                        ['\u2212', 'Zoom out', () => this.zoom(2, middle())],
                                        ['all', 'Show all', () => this.show(0, this.data.end)]]) {
        const button = document.createElement('button');
        button.type = 'button';
        button.textContent = sign;
        button.title = label;
        button.setAttribute('aria-label', label);
        button.addEventListener('click', act);
        tools.append(button, ' ');
      }
      tools.append(this.readout);
      const box = figure.querySelector('.scroll');
      box.replaceChildren(this.canvas, tools);
      this.listen();
      new ResizeObserver(() => requestAnimationFrame(() => this.draw())).observe(box);
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
        this.fills = this.solid = undefined;
        this.draw();
      });
    }

    names() { return Math.min(200, this.width * 0.3); }
    x(ns) { return this.names() + (ns - this.begin) / (this.end - this.begin) * (this.width - this.names()); }
    at(x) { return this.begin + (x - this.names()) / (this.width - this.names()) * (this.end - this.begin); }
    // Of the strip, which always shows the whole.
    stripAt(x) { return (x - this.names()) / (this.width - this.names()) * this.data.end; }
    stripTop() { return this.rows.length * ROW + AXIS; }

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
      const scale = devicePixelRatio || 1, height = this.stripTop() + OVERVIEW;
      this.width = this.canvas.clientWidth;
      if (!this.width) return;  // folded
      this.canvas.style.height = height + 'px';
      this.canvas.width = this.width * scale;
      this.canvas.height = height * scale;
      const c = this.canvas.getContext('2d');
      c.scale(scale, scale);
      c.font = '12px system-ui, sans-serif';
      this.fills ||= this.data.kinds.map(k => fillOf(c, k));
      this.solid ||= this.data.kinds.map(k => colour(colours[k] || k));
      const paper = colour('paper');
      this.rows.forEach((row, r) => this.drawRow(c, row, r, paper));
      c.fillStyle = paper;
      c.fillRect(0, 0, this.names(), height);
      c.fillStyle = colour('soft');
      c.textAlign = 'right';
      this.data.rows.forEach((name, r) => c.fillText(name, this.names() - 8, r * ROW + 14, this.names() - 10));
      for (const [ns, text] of ticks(this.begin, this.end, this.width < 600 ? 3 : 8)) {
        const x = this.x(ns), half = c.measureText(text).width / 2;
        c.textAlign = x + half > this.width ? 'right' : x - half < this.names() ? 'left' : 'center';
        c.fillText(text, x, this.rows.length * ROW + 18);
        c.fillRect(Math.min(x, this.width - 1), this.rows.length * ROW + 2, 1, 4);
      }
      const wide = this.width - this.names(), top = this.stripTop();
      c.fillStyle = colour('rule');
      c.fillRect(this.names(), top + 2, wide, OVERVIEW - 6);
      c.fillStyle = colour('accent');
      c.globalAlpha = 0.45;
      c.fillRect(this.names() + this.begin / this.data.end * wide, top + 2,
                 Math.max(3, (this.end - this.begin) / this.data.end * wide), OVERVIEW - 6);
    }
    // Spans that share a pixel are drawn once, so that 200,000 of them take as long as the screen is wide.
    drawRow(c, row, r, paper) {
      let covered = -1;
      for (let i = this.first(row); i < row.begins.length && row.begins[i] < this.end; ++i) {
        const from = this.x(row.begins[i]), to = Math.max(this.x(row.begins[i] + row.lengths[i]), from + 0.5);
        if (to < covered + 0.5) continue;
        const [name, kind, label] = this.data.names[row.names[i]];
        c.fillStyle = this.fills[kind];
        c.fillRect(from, r * ROW + 2, to - from - (to - from > 3 ? 0.5 : 0), ROW - 4);
        covered = to;
        const next = i + 1 < row.begins.length ? this.x(row.begins[i + 1]) : this.width;
        const left = Math.max(from, this.names()), room = Math.min(to, next, this.width) - left;
        if (room >= (label ? 9 : 40)) this.drawText(c, label || name, kind, left, room, r, paper);
      }
    }
    // The text in the middle of a span, on its plain colour, where there is room.
    drawText(c, text, kind, left, room, r, paper) {
      const width = c.measureText(text).width, middle = left + room / 2;
      if (width > room - 2) return;
      c.fillStyle = this.solid[kind];
      c.fillRect(middle - width / 2 - 2, r * ROW + 3, width + 4, ROW - 6);
      c.fillStyle = paper;
      c.textAlign = 'center';
      c.fillText(text, middle, r * ROW + 14);
    }
    first(row) {
      let low = 0, high = row.begins.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (row.begins[middle] + row.lengths[middle] < this.begin) low = middle + 1; else high = middle;
      }
      return low;
    }

    say(event) {
      const r = Math.floor(event.offsetY / ROW), row = this.rows[r], ns = this.at(event.offsetX);
      if (!row || ns < this.begin) return;
      for (let i = row.begins.length - 1; i >= 0; --i) {
        if (row.begins[i] > ns || ns > row.begins[i] + row.lengths[i]) continue;
        this.readout.textContent = `${this.data.rows[r]}: ${this.data.names[row.names[i]][0]}, ` +
          `${seconds(row.lengths[i])} from ${seconds(row.begins[i])}`;
        return;
      }
    }
    listen() {
      const c = this.canvas;
      c.addEventListener('wheel', e => {
        if (!e.ctrlKey && !e.metaKey) return;
        e.preventDefault();
        this.zoom(Math.exp(e.deltaY / 300), this.at(e.offsetX));
      }, {passive: false});
      c.addEventListener('pointerdown', e => {
        if (e.offsetY >= this.stripTop()) this.brush = this.stripAt(e.offsetX);
        else this.drag = e.offsetX;
        c.setPointerCapture(e.pointerId);
      });
      c.addEventListener('pointerup', () => { this.drag = this.brush = undefined; });
      c.addEventListener('pointermove', e => {
        if (this.brush !== undefined) {
          const to = this.stripAt(e.offsetX);
          return this.show(Math.min(this.brush, to), Math.max(this.brush, to));
        }
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

  // A link to something folded opens it.
  const unfold = () => {
    const target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  addEventListener('hashchange', unfold);
  unfold();

  // Branches of a table, by mouse and keyboard.
  for (const head of document.querySelectorAll('tr.branch th')) {
    const body = head.closest('tbody');
    head.tabIndex = 0;
    head.setAttribute('role', 'button');
    head.setAttribute('aria-expanded', 'true');
    const toggle = () => head.setAttribute('aria-expanded', String(!body.classList.toggle('folded')));
    head.addEventListener('click', toggle);
    head.addEventListener('keydown', e => {
      if (e.key !== 'Enter' && e.key !== ' ') return;
      e.preventDefault();
      toggle();
    });
  }

  for (const box of document.querySelectorAll('[data-filters]')) {
    const rows = [...document.querySelectorAll('#' + box.dataset.filters + ' tbody tr:not(.branch)')];
    const branches = [...document.querySelectorAll('#' + box.dataset.filters + ' tr.branch')];
    box.hidden = false;
    box.querySelector('input').addEventListener('input', e => {
      const words = e.target.value.toLowerCase().split(/\s+/);
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every(w => text.includes(w));
      }
      for (const branch of branches) {
        const body = branch.closest('tbody');
        branch.hidden = rows.every(r => r.hidden || r.closest('tbody') !== body);
        body.classList.remove('folded');
        branch.firstElementChild.setAttribute('aria-expanded', 'true');
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
