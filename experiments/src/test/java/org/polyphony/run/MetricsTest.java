package org.polyphony.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class MetricsTest {
  /** Rewrites the file when run with {@code -Dpolyphony.update=true}. */
  @Test
  void areWhatTheReferenceInTheModuleSays() throws IOException {
    Path reference = Path.of("METRICS.md");
    if (Boolean.getBoolean("polyphony.update")) {
      Files.writeString(reference, Metrics.markdown());
    }

    assertEquals(Metrics.markdown(), Files.readString(reference));
  }

  @Test
  void haveAUnitAndADefinition() {
    assertTrue(Metrics.all().stream().noneMatch(m -> m.unit().isBlank() || m.meaning().isBlank()));
  }
}
