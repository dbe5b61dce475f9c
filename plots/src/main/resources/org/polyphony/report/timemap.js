// Zooms maps over time: all tracks of a map show the same part of it.
(function () {
  "use strict";

  var LEAST = 100; // cycles
  var STEP = 0.25; // of the part that is shown

  /** The cycles between two ticks: 1, 2 or 5 and zeros. */
  function stepOf(length) {
    var step = 10;
    for (var i = 0; length / step > 5; i++) {
      step *= i % 3 === 1 ? 2.5 : 2;
    }
    return step;
  }

  function mark(axis, from, length) {
    var step = stepOf(length);
    axis.textContent = "";
    for (var at = Math.ceil(from / step) * step; at <= from + 0.97 * length; at += step) {
      var tick = document.createElement("li");
      var share = (at - from) / length;
      tick.style.left = 100 * share + "%";
      tick.className = share < 0.02 ? "edge" : "";
      tick.textContent = (at / 1000).toLocaleString("en", { maximumFractionDigits: 2 });
      axis.appendChild(tick);
    }
  }

  function start(map) {
    var end = Number(map.getAttribute("data-end"));
    var pictures = Array.prototype.slice.call(map.querySelectorAll(".lane svg"));
    var axis = map.querySelector(".axis ol");
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
      mark(axis, from, wanted);
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
    show(0, end);
  }

  document.querySelectorAll(".timemap").forEach(start);
})();
