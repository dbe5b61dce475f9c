package org.polyphony.study.pairs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.polyphony.config.Home;
import org.polyphony.plot.CsvTable;
import org.polyphony.text.Table;

/**
 * How much STP of a pair varies between seeds, each normalized with alone runs of the same seed.
 *
 * @param pair names of both benchmarks, as {@code BS/LC}
 * @param category its label
 * @param gpu name of the device
 * @param policy name of the partition policy
 * @param seeds of which it is known, at least 2
 * @param stp mean over the seeds
 * @param spread largest STP less smallest, over the mean
 * @param standardDeviation of STP over the seeds
 */
public record PairNoise(
    String pair,
    String category,
    String gpu,
    String policy,
    int seeds,
    double stp,
    double spread,
    double standardDeviation) {
  /** The file in the folder of the figure that measures it. */
  public static final Table<PairNoise> TABLE =
      new Table<PairNoise>("noise.csv")
          .text("pair", PairNoise::pair)
          .text("category", PairNoise::category)
          .text("gpu", PairNoise::gpu)
          .text("policy", PairNoise::policy)
          .text("seeds", PairNoise::seeds)
          .text("stp", PairNoise::stp)
          .text("spread", PairNoise::spread)
          .text("standardDeviation", PairNoise::standardDeviation);

  private static final String SHIPPED = "experiments/reproduction/noise";

  /**
   * Returns the noise of a pair.
   *
   * @param stps by seed, at least two
   */
  public static PairNoise of(Pair pair, String gpu, String policy, double[] stps) {
    SummaryStatistics all = new SummaryStatistics();
    for (double stp : stps) {
      all.addValue(stp);
    }
    return new PairNoise(
        pair.label(),
        pair.category().label(),
        gpu,
        policy,
        stps.length,
        all.getMean(),
        (all.getMax() - all.getMin()) / all.getMean(),
        all.getStandardDeviation());
  }

  /** Returns what the project ships; none when it ships nothing. */
  public static List<PairNoise> shipped() {
    return read(Home.find().resolve(SHIPPED).resolve(TABLE.file()));
  }

  /**
   * Reads what a figure has measured.
   *
   * @return none when there is no such file
   * @throws org.polyphony.input.InvalidInputException when the file holds something else
   */
  static List<PairNoise> read(Path file) {
    if (!Files.exists(file)) {
      return List.of();
    }
    CsvTable table = CsvTable.read(file);
    return IntStream.range(0, table.rows()).mapToObj(row -> row(table, row)).toList();
  }

  private static PairNoise row(CsvTable table, int row) {
    return new PairNoise(
        table.text(row, "pair"),
        table.text(row, "category"),
        table.text(row, "gpu"),
        table.text(row, "policy"),
        (int) table.number(row, "seeds"),
        table.number(row, "stp"),
        table.number(row, "spread"),
        table.number(row, "standardDeviation"));
  }
}
