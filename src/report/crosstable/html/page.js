document.querySelectorAll('th button').forEach(function (button) {
  button.addEventListener('click', function () {
    var th = button.closest('th'), table = th.closest('table'), body = table.tBodies[0];
    var at = Array.prototype.indexOf.call(th.parentNode.children, th);
    var up = th.getAttribute('aria-sort') !== 'ascending';
    table.querySelectorAll('th[aria-sort]').forEach(function (other) { other.removeAttribute('aria-sort'); });
    th.setAttribute('aria-sort', up ? 'ascending' : 'descending');
    var text = function (row) { return row.children[at].textContent.trim(); };
    var rows = Array.prototype.slice.call(body.rows);
    rows.sort(function (a, b) {
      var x = text(a), y = text(b), m = parseFloat(x), n = parseFloat(y);
      var order = isNaN(m) || isNaN(n) ? x.localeCompare(y) : m - n;
      return up ? order : -order;
    });
    rows.forEach(function (row) { body.appendChild(row); });
  });
});
