package org.polyphony.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PaperNumbersTest {
  @Test
  void sayWhichPlaceOfWhichPaperTheyAreFrom() {
    for (Map.Entry<String, JsonNode> entry : FigureData.read("paper-numbers.json").properties()) {
      String source = entry.getValue().path("source").asText();
      assertTrue(source.startsWith("GPU Maestro "), entry.getKey() + ": " + source);
    }
  }

  @Test
  void areFoundByTheirName() {
    assertEquals(0.3, PaperNumbers.number("maestro.fig4.gain"));
    assertThrows(IllegalArgumentException.class, () -> PaperNumbers.number("maestro.fig99"));
  }
}
