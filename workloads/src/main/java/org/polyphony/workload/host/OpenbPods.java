package org.polyphony.workload.host;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The pod list of the public Alibaba GPU cluster trace of 2023 ("openb"), made into a {@link
 * JobStream}.
 *
 * <p>A pod arrives at its creation and lasts from its scheduling to its deletion. The trace has no
 * device memory: a pod gets its share of a device's. Pods of several GPUs, and those without a time
 * of scheduling or deletion, are left out.
 */
public final class OpenbPods {
  private static final List<String> COLUMNS =
      List.of(
          "name",
          "cpu_milli",
          "num_gpu",
          "gpu_milli",
          "creation_time",
          "deletion_time",
          "scheduled_time");
  private static final double MOST = 1e15;
  private static final double THOUSANDTHS = 1000;

  private record Pod(
      String name, double creation, long cores, long memory, double share, double duration) {}

  private final List<Pod> pods = new ArrayList<>();
  private int leftOut;

  /**
   * Reads a pod list.
   *
   * @param file the CSV file as published
   * @param deviceMemoryBytes memory of the device that a whole GPU stands for
   * @throws org.polyphony.input.InvalidInputException with the line of the first mistake
   */
  public OpenbPods(Path file, long deviceMemoryBytes) {
    CsvRows rows = new CsvRows(file, COLUMNS, false);
    for (CsvRecord row : rows.rows()) {
      boolean hasTimes =
          !rows.text(row, "scheduled_time").isEmpty() && !rows.text(row, "deletion_time").isEmpty();
      if (!hasTimes || rows.number(row, "num_gpu", 0, MOST) > 1) {
        leftOut++;
        continue;
      }
      double scheduled = rows.number(row, "scheduled_time", 0, MOST);
      double gpus = rows.number(row, "num_gpu", 0, 1);
      double share = gpus * rows.number(row, "gpu_milli", 0, THOUSANDTHS) / THOUSANDTHS;
      pods.add(
          new Pod(
              rows.text(row, "name"),
              rows.number(row, "creation_time", 0, MOST),
              (long) Math.max(1, Math.ceil(rows.number(row, "cpu_milli", 0, MOST) / THOUSANDTHS)),
              (long) (share * deviceMemoryBytes),
              share,
              rows.number(row, "deletion_time", scheduled, MOST) - scheduled));
    }
    pods.sort(Comparator.comparingDouble(Pod::creation));
  }

  /** Returns how many pods were left out. */
  public int leftOut() {
    return leftOut;
  }

  /** Returns how many jobs there are. */
  public int jobs() {
    return pods.size();
  }

  /** Returns the text of the job stream; the first job arrives at 0. */
  public String csv() {
    StringBuilder csv = new StringBuilder(String.join(",", JobStream.COLUMNS)).append('\n');
    double first = pods.isEmpty() ? 0 : pods.get(0).creation();
    for (Pod pod : pods) {
      csv.append(
          String.format(
              java.util.Locale.ROOT,
              "%s,%.0f,%d,%d,%.3f,%.0f%n",
              pod.name(),
              pod.creation() - first,
              pod.cores(),
              pod.memory(),
              pod.share(),
              pod.duration()));
    }
    return csv.toString().replace(System.lineSeparator(), "\n");
  }
}
