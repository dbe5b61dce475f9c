package org.polyphony.study.silicon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.InvalidInputException;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.study.FigureContext;
import org.polyphony.study.TestContext;

class ValidationTest {
  private final StringWriter out = new StringWriter();
  @TempDir private Path folder;

  @Test
  void comparesTheBundledSamplesWithinTheBounds() throws IOException {
    Validation.FIGURE.reproduce(context(Optional.empty()));

    int applications = 0;
    for (String line : Files.readAllLines(folder.resolve("validation.csv"))) {
      String[] fields = line.split(",", -1);
      if (fields[2].equals("all")) {
        double error = Double.parseDouble(fields[3]) / Double.parseDouble(fields[4]) - 1;
        assertTrue(Math.abs(error) < 0.15, line);
        applications++;
      }
    }
    assertEquals(6, applications);
    assertTrue(Files.readString(folder.resolve("VALIDATION.md")).contains("| sample_sgemm |"));
    assertTrue(out.toString().startsWith("cycles against the reference, 6 applications"));
  }

  @Test
  void namesFileAndPathOfAWrongReference() throws IOException {
    Path reference =
        Files.writeString(
            folder.resolve("r.json"), "{\"applications\": {\"a\": {\"cycles\": \"many\"}}}");

    InvalidInputException e =
        assertThrows(
            InvalidInputException.class,
            () -> Validation.FIGURE.reproduce(context(Optional.of(reference))));

    assertTrue(e.getMessage().startsWith(reference + ": applications.a."), e.getMessage());
  }

  private FigureContext context(Optional<Path> reference) {
    return new TestContext(new GpuSimulation(), folder, out)
        .reference(reference.orElse(null))
        .get();
  }
}
