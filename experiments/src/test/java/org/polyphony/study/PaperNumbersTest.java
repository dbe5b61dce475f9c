package org.polyphony.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PaperNumbersTest {
  @Test
  void sayWhichPlaceOfWhichPaperTheyAreFrom() {
    for (Map.Entry<String, JsonNode> entry : FigureData.read("paper-numbers.json").properties()) {
      String paper = entry.getKey().split("\\.", -1)[0];
      String source = entry.getValue().path("source").asText();
      String start =
          Map.of("maestro", "GPU Maestro ", "schedgpu", "schedGPU ", "mgb", "MGB ").get(paper);
      assertTrue(source.startsWith(start), entry.getKey() + ": " + source);
    }
  }

  @Test
  void areFoundByTheirName() {
    assertEquals(0.3, PaperNumbers.number("maestro.fig4.gain"));
    assertEquals(List.of(2.2, 1.8, 2.5, 1.64), PaperNumbers.numbers("mgb.fig5.2xP100"));
    assertThrows(IllegalArgumentException.class, () -> PaperNumbers.number("maestro.fig99"));
  }
}
