// Zooms maps over time: all tracks of a map show the same part of it.
(function () {
  "use strict";

  var LEAST = 100; // cycles
  var STEP = 0.25; // of the part that is shown

  function text(cycle, length) {
    var digits = length < 2000 ? 3 : length < 20000 ? 2 : length < 200000 ? 1 : 0;
    return (cycle / 1000).toLocaleString("en", {
      minimumFractionDigits: digits, maximumFractionDigits: digits
    });
  }

  function start(map) {
    var end = Number(map.getAttribute("data-end"));
    var pictures = Array.prototype.slice.call(map.querySelectorAll(".lane svg"));
    var ticks = Array.prototype.slice.call(map.querySelectorAll(".axis li"));
    var said = map.querySelector(".said");
    var from = 0;
    var to = end;
    var drag = null;

    function show(first, length) {
      var wanted = Math.min(end, Math.max(LEAST, length));
      from = Math.min(Math.max(0, first), end - wanted);
      to = from + wanted;
      pictures.forEach(function (picture) {
        picture.setAttribute("viewBox", [from, 0, wanted, picture.viewBox.baseVal.height].join(" "));
      });
      ticks.forEach(function (tick, i) {
        tick.textContent = text(from + wanted * i / (ticks.length - 1), wanted);
      });
    }

    function zoom(factor, at) {
      var length = (to - from) * factor;
      show(at - (at - from) * factor, length);
    }

    var actions = {
      in: function () { zoom(0.5, (from + to) / 2); },
      out: function () { zoom(2, (from + to) / 2); },
      left: function () { show(from - STEP * (to - from), to - from); },
      right: function () { show(from + STEP * (to - from), to - from); },
      all: function () { show(0, end); }
    };
    var keys = {
      "+": "in", "=": "in", "-": "out", ArrowLeft: "left", ArrowRight: "right", Home: "all"
    };

    function cycleAt(event, picture) {
      var box = picture.getBoundingClientRect();
      return from + (to - from) * (event.clientX - box.left) / box.width;
    }

    function read(event) {
      var cell = event.target;
      if (!cell.hasAttribute || !cell.hasAttribute("data-v")) {
        return;
      }
      var first = cell.x.baseVal.value;
      var last = first + cell.width.baseVal.value;
      said.textContent = cell.getAttribute("data-v") + " (cycles "
        + Math.round(first).toLocaleString("en") + " to "
        + Math.round(last).toLocaleString("en") + ")";
    }

    pictures.forEach(function (picture) {
      picture.tabIndex = 0;
      picture.addEventListener("pointerover", read);
      picture.addEventListener("pointerdown", function (event) {
        read(event);
        drag = { x: event.clientX, from: from };
      });
      picture.addEventListener("pointermove", function (event) {
        if (drag && event.buttons) {
          var box = picture.getBoundingClientRect();
          show(drag.from - (event.clientX - drag.x) / box.width * (to - from), to - from);
        }
      });
      picture.addEventListener("wheel", function (event) {
        if (event.ctrlKey) {
          event.preventDefault();
          zoom(event.deltaY > 0 ? 1.25 : 0.8, cycleAt(event, picture));
        }
      }, { passive: false });
      picture.addEventListener("keydown", function (event) {
        if (keys[event.key]) {
          event.preventDefault();
          actions[keys[event.key]]();
        }
      });
    });
    map.querySelectorAll("[data-do]").forEach(function (button) {
      button.addEventListener("click", actions[button.getAttribute("data-do")]);
    });
    map.querySelector(".tools").hidden = false;
  }

  document.querySelectorAll(".timemap").forEach(start);
})();
