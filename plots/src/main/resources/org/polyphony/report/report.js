// Sorts tables by a click on a heading, filters long ones, enlarges charts on narrow screens. All is readable without it.
(function () {
  "use strict";

  function value(row, column) {
    var cell = row.cells[column];
    return cell.hasAttribute("data-sort") ? cell.getAttribute("data-sort") : cell.textContent.trim();
  }

  function number(text) {
    var plain = text.replace(/[,%x+]/g, "").replace(/\u2212/g, "-").trim();
    return plain === "" ? NaN : Number(plain);
  }

  function compare(a, b) {
    var x = number(a);
    var y = number(b);
    if (isNaN(x) && isNaN(y)) {
      return a.localeCompare(b, "en", { numeric: true });
    }
    return isNaN(x) ? 1 : isNaN(y) ? -1 : x - y;
  }

  function isMissing(text) {
    return text === "" || text === "\u2013" || text === "-";
  }

  function sort(table, column, heading) {
    var ascending = heading.getAttribute("aria-sort") !== "ascending";
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (cell) {
      cell.removeAttribute("aria-sort");
    });
    heading.setAttribute("aria-sort", ascending ? "ascending" : "descending");
    var body = table.tBodies[0];
    Array.prototype.slice.call(body.rows)
      .map(function (row, place) {
        return { row: row, text: value(row, column), place: place };
      })
      .sort(function (a, b) {
        if (isMissing(a.text) !== isMissing(b.text)) {
          return isMissing(a.text) ? 1 : -1;
        }
        var order = compare(a.text, b.text);
        return (ascending ? order : -order) || a.place - b.place;
      })
      .forEach(function (item) {
        body.appendChild(item.row);
      });
  }

  function makeSortable(table) {
    if (!table.tHead || !table.tBodies[0] || table.tBodies[0].rows.length < 2) {
      return;
    }
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (heading, column) {
      var button = document.createElement("button");
      button.type = "button";
      while (heading.firstChild) {
        button.appendChild(heading.firstChild);
      }
      heading.appendChild(button);
      button.addEventListener("click", function () {
        sort(table, column, heading);
      });
    });
  }

  function makeFilter(region) {
    var rows = region.querySelector("table").tBodies[0].rows;
    var label = document.createElement("label");
    var input = document.createElement("input");
    var count = document.createElement("output");
    input.type = "search";
    label.className = "filter";
    label.append("Rows with ", input, " ", count);
    region.parentNode.insertBefore(label, region);
    input.addEventListener("input", function () {
      var words = input.value.toLowerCase().split(/\s+/);
      var shown = 0;
      Array.prototype.forEach.call(rows, function (row) {
        var text = row.textContent.toLowerCase();
        row.hidden = !words.every(function (word) {
          return text.indexOf(word) >= 0;
        });
        shown += row.hidden ? 0 : 1;
      });
      count.textContent = shown + " of " + rows.length;
    });
  }

  // On a narrow screen a wide chart fits, and is as large as on others after a tap.
  document.querySelectorAll(".wide .paper").forEach(function (paper) {
    paper.addEventListener("click", function () {
      paper.classList.toggle("large");
    });
  });
  document.querySelectorAll("table").forEach(makeSortable);
  document.querySelectorAll(".scroll.long").forEach(makeFilter);
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("details").forEach(function (details) {
      details.open = true;
    });
  });
})();
