'use strict';
(function () {
  var SVG = 'http://www.w3.org/2000/svg', SIDE = 40, MARGIN = 16;

  function corner(square) {
    return [MARGIN + 'abcdefgh'.indexOf(square[0]) * SIDE, (8 - Number(square[1])) * SIDE];
  }

  function men(placement) {
    var found = [];
    placement.split('/').forEach(function (rank, row) {
      var file = 0;
      for (var i = 0; i < rank.length; i += 1) {
        var c = rank[i];
        if (c >= '1' && c <= '8') { file += Number(c); continue; }
        if (!/[prnbqk]/i.test(c)) { continue; }
        found.push([c, 'abcdefgh'[file] + String(8 - row)]);
        file += 1;
      }
    });
    return found;
  }

  function drawn(name, square, inset, attributes) {
    var node = document.createElementNS(SVG, name), at = corner(square);
    node.setAttribute('x', at[0] + inset);
    node.setAttribute('y', at[1] + inset);
    node.setAttribute('width', SIDE - 2 * inset);
    node.setAttribute('height', SIDE - 2 * inset);
    Object.keys(attributes).forEach(function (key) { node.setAttribute(key, attributes[key]); });
    return node;
  }

  var NAMES = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' };

  function inWords(found) {
    function side(name, white) {
      var own = found.filter(function (man) { return (man[0] === man[0].toUpperCase()) === white; });
      own.sort(function (a, b) {
        var order = 'kqrbnp';
        return order.indexOf(a[0].toLowerCase()) - order.indexOf(b[0].toLowerCase()) || (a[1] < b[1] ? -1 : 1);
      });
      return name + ': ' + own.map(function (man) { return NAMES[man[0].toLowerCase()] + ' ' + man[1]; }).join(', ') + '.';
    }
    return side('White', true) + ' ' + side('Black', false);
  }

  function Sheet(article) {
    this.article = article;
    this.list = article.querySelector('ol.moves');
    this.plies = Array.prototype.slice.call(article.querySelectorAll('.ply'));
    this.board = article.querySelector('.position .board');
    this.where = article.querySelector('.where');
    this.incident = { where: this.where.textContent, marks: this.board.querySelector('.marks').cloneNode(true) };
    this.start = Number(article.dataset.at);
    this.at = this.start;
  }

  Sheet.prototype.show = function (at) {
    var ply = Math.max(0, Math.min(this.plies.length, at));
    var source = ply === 0 ? this.list : this.plies[ply - 1];
    var found = men(source.dataset.fen), turn = source.dataset.turn + ' to move';
    var pieces = this.board.querySelector('.pieces'), marks = this.board.querySelector('.marks');
    pieces.replaceChildren.apply(pieces, found.map(function (man) {
      var color = man[0] === man[0].toUpperCase() ? 'white' : 'black';
      return drawn('use', man[1], 0, { href: '#piece-' + man[0].toLowerCase(), 'class': color });
    }));
    var squares = (source.dataset.marks || '').split(' ').filter(Boolean);
    if (ply === this.start) {
      marks.replaceChildren.apply(marks, Array.prototype.slice.call(this.incident.marks.cloneNode(true).children));
      this.where.textContent = this.incident.where;
    } else {
      marks.replaceChildren.apply(marks, squares.map(function (square) { return drawn('rect', square, 2, {}); }));
      this.where.textContent = (ply === 0 ? 'At the start of the record. ' : 'After ' + source.dataset.label + '. ') + turn + '.';
    }
    this.board.querySelector('title').textContent = turn;
    this.board.querySelector('desc').textContent = inWords(found);
    this.plies.forEach(function (node, index) {
      if (index === ply - 1) { node.setAttribute('aria-current', 'step'); } else { node.removeAttribute('aria-current'); }
    });
    this.article.dataset.shown = ply;
    this.at = ply;
  };

  Sheet.prototype.step = function (name) {
    var to = { first: 0, back: this.at - 1, on: this.at + 1, last: this.plies.length, incident: this.start }[name];
    if (to !== undefined) { this.show(to); }
  };

  var sheets = [], current;

  document.querySelectorAll('article.sheet').forEach(function (article) {
    if (!article.querySelector('.position') || !article.querySelector('ol.moves')) { return; }
    var sheet = new Sheet(article);
    sheets.push(sheet);
    article.addEventListener('focusin', function () { current = sheet; });
    article.addEventListener('pointerdown', function () { current = sheet; });
    var steps = article.querySelector('.steps');
    steps.hidden = false;
    steps.addEventListener('click', function (event) {
      var button = event.target.closest('button');
      if (button) { sheet.step(button.dataset.step); }
    });
    sheet.plies.forEach(function (node, index) {
      node.addEventListener('click', function () { sheet.show(index + 1); });
    });
    sheet.show(sheet.start);
  });

  var KEYS = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last' };

  document.addEventListener('keydown', function (event) {
    var name = KEYS[event.key];
    if (!name || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || sheets.length === 0) { return; }
    if (event.target.closest && event.target.closest('.clocks details, textarea, select')) { return; }
    event.preventDefault();
    (current || sheets[0]).step(name);
  });

  window.addEventListener('beforeprint', function () {
    sheets.forEach(function (sheet) { sheet.show(sheet.start); });
  });
}());
