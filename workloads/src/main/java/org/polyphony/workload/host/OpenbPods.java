package org.polyphony.workload.host;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.polyphony.host.cluster.ClusterNode;
import org.polyphony.host.cluster.Demand;

/**
 * The pod list of the public Alibaba GPU cluster trace of 2023 ("openb"), made into a {@link
 * ClusterStream}.
 *
 * <p>A pod arrives at its creation and lasts from its scheduling to its deletion. The trace has no
 * device memory: a pod gets its share of a device's. Pods that never ran, without a time of
 * scheduling or deletion, are left out.
 */
public final class OpenbPods {
  private static final List<String> COLUMNS =
      List.of(
          "name",
          "cpu_milli",
          "memory_mib",
          "num_gpu",
          "gpu_milli",
          "creation_time",
          "deletion_time",
          "scheduled_time");
  private static final String MODELS = "gpu_spec"; // older lists lack it
  private static final double MOST = 1e15;
  private static final long MOST_MEBI = 1L << 32;
  private static final int MEBI = 1 << 20;

  private record Pod(
      String name, double creation, double duration, long gpuMemory, Demand demand) {}

  private final List<Pod> pods = new ArrayList<>();
  private final CsvRows rows;
  private int neverRan;
  private int ofSeveral;

  /**
   * Reads a pod list.
   *
   * @param file the CSV file as published
   * @param deviceMemoryBytes memory of the device that a whole GPU stands for
   * @param several whether to take pods of several GPUs
   * @throws org.polyphony.input.InvalidInputException with the line of the first mistake
   */
  public OpenbPods(Path file, long deviceMemoryBytes, boolean several) {
    this.rows = new CsvRows(file, COLUMNS, name -> true);
    for (CsvRecord row : rows.rows()) {
      int gpus = (int) rows.whole(row, "num_gpu", 0, ClusterNode.MOST_GPUS);
      if (rows.text(row, "scheduled_time").isEmpty() || rows.text(row, "deletion_time").isEmpty()) {
        neverRan++;
      } else if (gpus > 1 && !several) {
        ofSeveral++;
      } else {
        pods.add(pod(row, gpus, deviceMemoryBytes));
      }
    }
    pods.sort(Comparator.comparingDouble(Pod::creation));
  }

  private Pod pod(CsvRecord row, int gpus, long deviceMemoryBytes) {
    double scheduled = rows.number(row, "scheduled_time", 0, MOST);
    int given = gpus == 0 ? 0 : (int) rows.whole(row, "gpu_milli", 1, Demand.WHOLE);
    int milli = gpus > 1 ? Demand.WHOLE : given;
    boolean hasModels = gpus > 0 && rows.has(MODELS) && !rows.text(row, MODELS).isEmpty();
    return new Pod(
        rows.text(row, "name"),
        rows.number(row, "creation_time", 0, MOST),
        rows.number(row, "deletion_time", scheduled, MOST) - scheduled,
        deviceMemoryBytes * milli / Demand.WHOLE,
        new Demand(
            (int) rows.whole(row, "cpu_milli", 0, Integer.MAX_VALUE),
            rows.whole(row, "memory_mib", 0, MOST_MEBI) * MEBI,
            gpus,
            milli,
            0,
            hasModels ? List.of(rows.text(row, MODELS).split("\\|")) : List.of()));
  }

  public int neverRan() {
    return neverRan;
  }

  public int ofSeveral() {
    return ofSeveral;
  }

  public int jobs() {
    return pods.size();
  }

  public long jobs(int least, int most) {
    return pods.stream()
        .filter(pod -> pod.demand().gpus() >= least && pod.demand().gpus() <= most)
        .count();
  }

  /** Returns the text of the job stream; the first job arrives at 0. */
  public String csv() {
    StringBuilder csv = new StringBuilder(String.join(",", JobStream.COLUMNS));
    csv.append(',').append(String.join(",", ClusterStream.COLUMNS)).append('\n');
    double first = pods.isEmpty() ? 0 : pods.get(0).creation();
    for (Pod pod : pods) {
      Demand demand = pod.demand();
      csv.append(
          String.format(
              Locale.ROOT,
              "%s,%.0f,%d,%d,%.3f,%.0f,%d,%d,%d,%s",
              pod.name(),
              pod.creation() - first,
              Math.max(1, (demand.cpuMilli() + Demand.WHOLE - 1) / Demand.WHOLE),
              pod.gpuMemory(),
              (double) demand.gpuMilli() / Demand.WHOLE,
              pod.duration(),
              demand.cpuMilli(),
              demand.memoryBytes(),
              demand.gpus(),
              String.join("|", demand.models())));
      csv.append('\n');
    }
    return csv.toString();
  }
}
