package org.polyphony.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.polyphony.config.Home;
import org.polyphony.plot.CsvTable;

/**
 * How much STP of a pair varies between seeds, as {@code reproduce noise} measured it.
 *
 * @param pair names of both benchmarks, as {@code BS/LC}
 * @param gpu name of the device
 * @param policy name of the partition policy
 * @param spread largest STP less smallest, over the mean
 */
record KnownNoise(String pair, String gpu, String policy, double spread) {
  private static final String SHIPPED = "experiments/reproduction/noise/noise.csv";

  /** Returns what the project ships; empty without the file. */
  static List<KnownNoise> shipped() {
    return read(Home.find().resolve(SHIPPED));
  }

  static List<KnownNoise> read(Path file) {
    if (!Files.exists(file)) {
      return List.of();
    }
    CsvTable table = CsvTable.read(file);
    return IntStream.range(0, table.rows())
        .mapToObj(
            row ->
                new KnownNoise(
                    table.text(row, "pair"),
                    table.text(row, "gpu"),
                    table.text(row, "policy"),
                    table.number(row, "spread")))
        .toList();
  }
}
