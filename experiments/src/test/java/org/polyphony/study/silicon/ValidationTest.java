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
import org.polyphony.results.CsvTable;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.study.FigureContext;
import org.polyphony.study.TestContext;

class ValidationTest {
  private final StringWriter out = new StringWriter();
  @TempDir private Path folder;

  @Test
  void comparesTheBundledSamplesWithinTheBounds() throws IOException {
    Validation.FIGURE.reproduce(context(Optional.empty()));

    CsvTable applications = CsvTable.read(folder.resolve("validation/applications.csv"));
    assertEquals(6, applications.rows());
    for (int row = 0; row < applications.rows(); row++) {
      double error =
          applications.number(row, "cycles") / applications.number(row, "referenceCycles") - 1;
      assertTrue(Math.abs(error) < 0.15, applications.text(row, "application"));
    }
    String page = Files.readString(folder.resolve("VALIDATION.md"));
    assertTrue(page.contains("\n- cycles against the reference, 6 applications: "), page);
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
