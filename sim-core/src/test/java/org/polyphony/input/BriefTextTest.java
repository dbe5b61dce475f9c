package org.polyphony.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BriefTextTest {
  @Test
  void leavesWhatIsShort() {
    String twenty = "line\n".repeat(19) + "x".repeat(550);

    assertEquals(twenty, BriefText.of(twenty));
  }

  @Test
  void cutsTheMiddleOfALongLine() {
    assertEquals(
        "a".repeat(400) + " ... " + "b".repeat(150),
        BriefText.of("a".repeat(9999) + "b".repeat(9999)));
  }

  @Test
  void saysHowManyLinesItLeavesOut() {
    assertEquals("line\n".repeat(20) + "and 3 more", BriefText.of("line\n".repeat(23)));
  }

  @Test
  void staysBelowFourKilobytes() {
    String text = BriefText.of(("c".repeat(999) + "\n").repeat(999));

    assertEquals(7 * 556 + "and 992 more".length(), text.length());
  }

  @Test
  void showsControlCharactersAsEscapes() {
    assertEquals("a\\u001b[31mb\tc\\u202e", BriefText.of("a\u001b[31mb\tc\u202e"));
  }
}
