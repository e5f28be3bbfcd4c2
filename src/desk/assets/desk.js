'use strict';
(function () {
  function all(selector, root) { return Array.prototype.slice.call((root || document).querySelectorAll(selector)); }
  function node(name, text, kind) {
    var made = document.createElement(name);
    if (text !== undefined && text !== null) { made.textContent = text; }
    if (kind) { made.className = kind; }
    return made;
  }

  // The line to the server, and what it brings.
  var line = document.querySelector('.line');
  var source = null;

  function shown(seconds) {
    var whole = Math.max(0, Math.floor(seconds)), two = function (n) { return (n < 10 ? '0' : '') + n; };
    return Math.floor(whole / 3600) + ':' + two(Math.floor(whole / 60) % 60) + ':' + two(whole % 60);
  }

  function clock(side, board) {
    var left = board.clocks[side];
    if (left === null) { return null; }
    var span = node('span', null, 'clock');
    span.dataset.side = side;
    span.dataset.left = left;
    if (board.turn === side && board.result === '*') { span.dataset.runs = ''; }
    span.append(node('span', side === 'white' ? 'White ' : 'Black ', 'unseen'), shown(left));
    return span;
  }

  function tile(board) {
    var item = node('li'), link = node('a'), clocks = node('span', null, 'clocks'), alerts = node('ul', null, 'alerts');
    var urgent = board.alerts.some(function (alert) { return alert.severity !== 'info'; });
    item.dataset.board = board.id;
    item.className = urgent ? 'urgent' : '';
    link.href = '/board/' + encodeURIComponent(board.id);
    link.append(node('strong', board.id, 'id'), node('span', (board.white || '?') + ' – ' + (board.black || '?'), 'players'));
    ['white', 'black'].forEach(function (side) {
      var made = clock(side, board);
      if (made) { clocks.append(made); }
    });
    board.alerts.forEach(function (alert) { alerts.append(node('li', alert.message, alert.severity)); });
    item.append(link, clocks, node('span', board.move || 'no move yet', 'last'));
    if (board.result !== '*') { item.append(node('span', ' ' + board.result, 'result')); }
    item.append(alerts);
    return item;
  }

  function place(list, board) {
    var old = all('[data-board]', list).find(function (item) { return item.dataset.board === board.id; });
    var made = tile(board), focused = old && old.contains(document.activeElement);
    // What has not changed stays: a click on it must not be lost.
    if (old && old.isEqualNode(made)) { return; }
    if (old && old.classList.contains('urgent') === made.classList.contains('urgent')) {
      old.replaceWith(made);
    } else {
      if (old) { old.remove(); }
      if (made.className === 'urgent') { list.prepend(made); } else { list.append(made); }
    }
    if (focused) { made.querySelector('a').focus(); }
  }

  // The board as the server sent it, before scripts change it.
  var sent = document.querySelector('[data-reload]');
  sent = sent && sent.cloneNode(true);
  var reloading = false;
  function reload() {
    if (reloading) { return; }
    reloading = true;
    fetch(location.href, { credentials: 'same-origin' }).then(function (answer) { return answer.text(); }).then(function (text) {
      var fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('[data-reload]');
      var here = document.querySelector('[data-reload]');
      if (!fresh || !here || fresh.isEqualNode(sent)) { return; }
      if (here.contains(document.activeElement)) {
        line.textContent = 'The board has changed. Load the page again to see it.';
        return;
      }
      sent = fresh.cloneNode(true);
      here.replaceWith(fresh);
      // The script that steps through the moves looks for them once, when it is loaded.
      var steps = document.createElement('script');
      steps.src = '/assets/sheet.js';
      document.body.append(steps);
    }).catch(function () {}).finally(function () { reloading = false; });
  }

  function listen() {
    source = new EventSource('/api/events');
    source.addEventListener('hello', function () { line.textContent = ''; });
    source.addEventListener('board', function (event) {
      var board = JSON.parse(event.data), list = document.querySelector('[data-boards]');
      var one = document.querySelector('[data-reload]');
      if (list) { place(list, board); }
      if (one && one.dataset.board === board.id) { reload(); }
      if (!list && !one) { location.reload(); }
    });
    source.addEventListener('journal', function () { if (document.querySelector('[data-reload]')) { reload(); } });
    source.addEventListener('error', function () {
      line.textContent = 'Line lost. What is shown may be old; it goes on by itself when the desk is back.';
      if (source.readyState === EventSource.CLOSED) { setTimeout(listen, 2000); }
    });
  }
  if (line && line.hasAttribute('data-live') && window.EventSource) { listen(); }

  // Clocks that run: an estimate between two readings.
  var since = new WeakMap();
  setInterval(function () {
    all('.clock[data-runs]').forEach(function (span) {
      if (!since.has(span)) { since.set(span, Date.now()); return; }
      var left = Number(span.dataset.left) - (Date.now() - since.get(span)) / 1000;
      if (span.lastChild) { span.lastChild.textContent = '≈ ' + shown(left); }
    });
  }, 1000);

  // The ruling, renewed with every answer.
  var form = document.querySelector('form[data-rule]');
  if (!form) { return; }
  var asked = 0, timer = 0, running = null;
  // The kind that was chosen, until an answer knows of it.
  var chosen = null;

  function names(part) { return all('[name]', part).map(function (field) { return field.name; }).join(' '); }

  function swap(fresh, name, force) {
    var old = form.querySelector('[data-part=' + name + ']'), made = fresh.querySelector('[data-part=' + name + ']');
    if (!old || !made || old.innerHTML === made.innerHTML) { return; }
    var focused = document.activeElement, inside = old.contains(focused);
    if (inside && !force && names(old) === names(made)) { return; }
    old.replaceChildren.apply(old, Array.prototype.slice.call(made.childNodes));
    if (inside && focused.id) {
      var again = document.getElementById(focused.id);
      if (again) { again.focus(); }
    }
  }

  function renew() {
    clearTimeout(timer);
    var extra = chosen, force = chosen !== null, number = asked += 1, data = new URLSearchParams(new FormData(form));
    data.set('do', 'continue');
    if (extra) { data.set(extra.name, extra.value); }
    if (running) { running.abort(); }
    running = new AbortController();
    form.querySelector('.ruling-now').setAttribute('aria-busy', 'true');
    fetch('/rule', { method: 'POST', body: data, credentials: 'same-origin', signal: running.signal }).then(function (answer) {
      return answer.text().then(function (text) { return [answer.ok, text]; });
    }).then(function (got) {
      // An answer that comes late never replaces a newer one.
      if (number !== asked) { return; }
      var fresh = new DOMParser().parseFromString(got[1], 'text/html');
      var said = fresh.querySelector('[role=alert]');
      line.textContent = got[0] ? '' : (said ? said.textContent : 'The desk did not answer.');
      if (!got[0]) { return; }
      chosen = null;
      ['hidden', 'game', 'earlier', 'kinds', 'facts', 'record', 'peek', 'ruling'].forEach(function (name) { swap(fresh, name, force); });
      var heading = document.querySelector('h1'), made = fresh.querySelector('h1');
      if (heading && made) { heading.textContent = made.textContent; }
      if (force && extra && extra.name === 'do') { form.querySelector('[name=what]').focus(); }
      if (force && extra && extra.name === 'choose' && extra.value) {
        var what = form.querySelector('[name=what]'), first = form.querySelector('[data-part=facts] select, [data-part=facts] input');
        what.value = '';
        if (first) { first.focus(); }
      }
      form.querySelector('.ruling-now').removeAttribute('aria-busy');
    }).catch(function (why) {
      if (why.name !== 'AbortError' && number === asked) { line.textContent = 'Line lost. What you typed is still here.'; }
    });
  }

  function answered(event) {
    if (['who', 'note', 'option'].includes(event.target.name)) { return; }
    // What is on its way does not know of this answer, and must not replace it.
    asked += 1;
    clearTimeout(timer);
    timer = setTimeout(renew, event.target.tagName === 'SELECT' ? 0 : 150);
  }
  form.addEventListener('input', answered);
  // Tools that choose for somebody tell of the change alone.
  form.addEventListener('change', function (event) { if (event.target.tagName === 'SELECT') { answered(event); } });
  form.addEventListener('submit', function (event) {
    var by = event.submitter;
    if (by && (by.name === 'choose' || by.name === 'forget' || by.value === 'then')) {
      event.preventDefault();
      chosen = { name: by.name, value: by.value };
      renew();
    } else if (by && by.value === 'continue') {
      event.preventDefault();
      renew();
    }
  });

  // A board to click: squares that were touched, or a move from one square to another.
  var from = '';
  form.addEventListener('click', function (event) {
    var board = event.target.closest && event.target.closest('svg.board');
    if (!board || !form.contains(board)) { return; }
    var box = board.getBoundingClientRect(), unit = box.width / 336;
    var file = Math.floor(((event.clientX - box.left) / unit - 16) / 40), rank = 8 - Math.floor((event.clientY - box.top) / unit / 40);
    if (file < 0 || file > 7 || rank < 1 || rank > 8) { return; }
    var square = 'abcdefgh'[file] + rank;
    var squares = form.querySelector('[name=squares]'), move = form.querySelector('[name=move]');
    if (squares) {
      squares.value = (squares.value + ' ' + square).trim();
    } else if (move) {
      if (from) { move.value = from + square; from = ''; } else { from = square; move.value = square; return; }
    } else {
      return;
    }
    renew();
  });
}());
