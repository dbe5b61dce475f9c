package org.polyphony.study.silicon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.input.InvalidInputException;
import org.polyphony.run.Progress;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.StopFlag;
import org.polyphony.store.OutputFolder;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;

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
    return new FigureContext(
        new FigureContext.Tools(new GpuSimulation(), folder.resolve("cache"), "a build"),
        new FigureContext.Inputs(
            Optional.empty(),
            reference,
            Optional.empty(),
            "",
            "compiled",
            List.of(),
            List.of(),
            Optional.empty()),
        new FigureContext.Effort(Scale.QUICK, 1),
        OutputFolder.open(folder),
        "polyphony reproduce validation",
        new PrintWriter(out),
        Progress.SILENT,
        new StopFlag());
  }
}
