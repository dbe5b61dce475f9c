package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TextTableTest {
  @Test
  void alignsNumbersToTheRightAndTextToTheLeft() {
    TextTable table = new TextTable("name", "IPC", "note").row("a", "10.5", "x").row("bb", "-", "");

    assertEquals("name   IPC  note\na     10.5  x\nbb       -\n", table.toString());
  }
}
