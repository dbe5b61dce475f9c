package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.polyphony.study.Figure;
import org.polyphony.study.engine.Studies;

class FiguresTest {
  @Test
  void areThoseThatTheirFileDescribesAndTheBundledStudies() throws IOException {
    Set<String> described = new TreeSet<>();
    try (InputStream in = Figure.class.getResourceAsStream("figures.json")) {
      new JsonMapper().readTree(in).fieldNames().forEachRemaining(described::add);
    }
    described.addAll(Studies.names());

    assertEquals(described, new TreeSet<>(Figures.names()));
  }

  @Test
  void refuseANameThatIsNotDescribed() {
    assertThrows(
        IllegalArgumentException.class, () -> new Figure("fig99", (figure, context) -> {}));
  }
}
