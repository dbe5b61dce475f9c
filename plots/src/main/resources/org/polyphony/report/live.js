// Shows the page anew when the sweep has gone on; says so when nobody serves it any more.
(function () {
  "use strict";
  var shown = document.documentElement.getAttribute("data-version");

  function look() {
    fetch("version", { cache: "no-store" })
      .then(function (answer) {
        return answer.text();
      })
      .then(function (version) {
        if (version !== shown) {
          window.location.reload();
        }
      })
      .catch(function () {
        document.getElementById("live").textContent = "The sweep is no longer served: what it had when it was.";
      });
  }

  window.setInterval(look, 5000);
})();
