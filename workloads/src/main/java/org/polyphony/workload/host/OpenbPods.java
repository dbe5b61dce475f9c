package org.polyphony.workload.host;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * The pod list of the public Alibaba GPU cluster trace of 2023 ("openb"), made into a {@link
 * JobStream}.
 *
 * <p>A pod arrives at its creation and lasts from its scheduling to its deletion. The trace has no
 * device memory: a pod gets its share of a device's. Pods that never ran, without a time of
 * scheduling or deletion, and pods of several GPUs are skipped.
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
  private static final int MOST_GPUS = 64; // of a pod
  private static final int WHOLE = 1000; // thousandths of a GPU or of a core

  private record Pod(String name, double creation, double duration, int cpuMilli, int gpuMilli) {}

  private final List<Pod> pods = new ArrayList<>();
  private final CsvRows rows;
  private final long deviceMemoryBytes;
  private int neverRan;
  private int ofSeveral;

  /**
   * Reads a pod list.
   *
   * @param file the CSV file as published
   * @param deviceMemoryBytes memory of the device that a whole GPU stands for
   * @throws org.polyphony.input.InvalidInputException with the line of the first mistake
   */
  public OpenbPods(Path file, long deviceMemoryBytes) {
    this.rows = new CsvRows(file, COLUMNS, true);
    this.deviceMemoryBytes = deviceMemoryBytes;
    for (CsvRecord row : rows.rows()) {
      long gpus = rows.whole(row, "num_gpu", 0, MOST_GPUS);
      if (rows.text(row, "scheduled_time").isEmpty() || rows.text(row, "deletion_time").isEmpty()) {
        neverRan++;
      } else if (gpus > 1) {
        ofSeveral++;
      } else {
        pods.add(pod(row, gpus > 0));
      }
    }
    pods.sort(Comparator.comparingDouble(Pod::creation));
  }

  private Pod pod(CsvRecord row, boolean hasGpu) {
    double scheduled = rows.number(row, "scheduled_time", 0, MOST);
    int gpuMilli = hasGpu ? (int) rows.whole(row, "gpu_milli", 1, WHOLE) : 0;
    return new Pod(
        rows.text(row, "name"),
        rows.number(row, "creation_time", 0, MOST),
        rows.number(row, "deletion_time", scheduled, MOST) - scheduled,
        (int) rows.whole(row, "cpu_milli", 0, Integer.MAX_VALUE),
        gpuMilli);
  }

  /** Returns the number of skipped pods that never ran. */
  public int neverRan() {
    return neverRan;
  }

  /** Returns the number of skipped pods with several GPUs. */
  public int ofSeveral() {
    return ofSeveral;
  }

  public int jobs() {
    return pods.size();
  }

  /** Returns the number of jobs without a GPU. */
  public long withoutGpu() {
    return pods.stream().filter(pod -> pod.gpuMilli() == 0).count();
  }

  /** Returns the text of the job stream; the first job arrives at 0. */
  public String csv() {
    StringBuilder csv = new StringBuilder(String.join(",", JobStream.COLUMNS)).append('\n');
    double first = pods.isEmpty() ? 0 : pods.get(0).creation();
    for (Pod pod : pods) {
      csv.append(
          String.format(
              Locale.ROOT,
              "%s,%.0f,%d,%d,%.3f,%.0f\n",
              pod.name(),
              pod.creation() - first,
              Math.max(1, (pod.cpuMilli() + WHOLE - 1) / WHOLE),
              deviceMemoryBytes * pod.gpuMilli() / WHOLE,
              (double) pod.gpuMilli() / WHOLE,
              pod.duration()));
    }
    return csv.toString();
  }
}
