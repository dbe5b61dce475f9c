package org.polyphony.workload.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.InstructionOrder;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;

/** What {@code ptx-loads.csv} says of the models is what they are. */
class PtxComparisonTest {
  private static final Path FILE = Path.of("ptx-loads.csv");
  private static final int PTX_COLUMNS = 7;
  private static final String COLUMNS =
      "compiledInstructions,compiledLoads,compiledDistance,compiledInFlight,"
          + "sourceInstructions,sourceLoads,sourceDistance,sourceInFlight";

  private final Map<String, Map<String, LoadUse>> measured = new HashMap<>();

  private String measured(String benchmark, String kernel, InstructionOrder order) {
    ModelOptions options = ModelOptions.of(0.05, 1).withOrder(order);
    LoadUse use =
        measured
            .computeIfAbsent(
                benchmark + order, b -> ModelWorkload.bundled(benchmark, options).loads())
            .get(kernel);
    return String.format(
        Locale.ROOT,
        "%d,%d,%.2f,%d",
        use.instructions(),
        use.loads(),
        use.meanDistance(),
        use.mostInFlight());
  }

  private String expected(String line) {
    if (line.startsWith("#")) {
      return line;
    }
    List<String> cells = List.of(line.split(",", -1));
    String ofPtx = String.join(",", cells.subList(0, PTX_COLUMNS));
    if (cells.get(0).equals("benchmark")) {
      return ofPtx + "," + COLUMNS;
    }
    return String.join(
        ",",
        ofPtx,
        measured(cells.get(0), cells.get(1), InstructionOrder.COMPILED),
        measured(cells.get(0), cells.get(1), InstructionOrder.SOURCE));
  }

  @Test
  void saysOfTheModelsWhatTheyAre() throws IOException {
    List<String> found = Files.readAllLines(FILE);
    List<String> expected = new ArrayList<>();
    found.forEach(line -> expected.add(expected(line)));
    if (Boolean.getBoolean("polyphony.update")) {
      Files.write(FILE, expected);
    }

    assertEquals(expected, Files.readAllLines(FILE));
  }
}
