package org.polyphony.study.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class HostRowTest {
  private static String text(HostRow row) {
    return String.join(" ", row.what(), row.paperText(), row.measuredText(), row.difference());
  }

  @Test
  void comparesQuantitiesByTheirRatio() {
    assertEquals("a 2.00 2.50 +25.0%", text(new HostRow("a", 2, 2.5)));
    assertEquals("b 200.0 150.0 -25.0%", text(new HostRow("b", 200, 150)));
  }

  @Test
  void comparesPartsByPoints() {
    assertEquals("a 2.0% 0.5% -1.5 points", text(HostRow.part("a", 0.02, 0.005)));
  }

  @Test
  void comparesNothingWithWhatThePaperDoesNotState() {
    assertEquals("a - 3.00 -", text(HostRow.only("a", 3)));
  }
}
