package org.polyphony.workload.host;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.host.cluster.ClusterJob;
import org.polyphony.host.cluster.ClusterNode;
import org.polyphony.host.cluster.Demand;
import org.polyphony.input.InvalidInputException;

/**
 * A stream of jobs for a cluster: a {@link JobStream} with further columns, each of which may be
 * missing: {@code cpu_milli} (else 1,000 for each core), {@code memory_bytes} of the host (else 0),
 * {@code gpus} (else one, none without share and memory), {@code gpu_models} (else any).
 *
 * <p>Share and memory are of each GPU. A share of 0 of a GPU is a thousandth.
 */
public final class ClusterStream {
  /** The columns beyond those of a job stream. */
  public static final List<String> COLUMNS =
      List.of("cpu_milli", "memory_bytes", "gpus", "gpu_models");

  private static final long MOST_CORES = 1_000_000;
  private static final long MOST_BYTES = 1L << 52; // exact as a double

  private final CsvRows rows;
  private final Map<Demand, Demand> demands = new HashMap<>(); // each once

  private ClusterStream(CsvRows rows) {
    this.rows = rows;
  }

  /**
   * Reads a stream.
   *
   * @param file the CSV file
   * @return the jobs in the order of arrival
   * @throws InvalidInputException with the line of the first mistake: wrong columns, no number or
   *     one out of range, a part of each of several GPUs, a time before the one above, an id again
   */
  public static List<ClusterJob> read(Path file) {
    return new ClusterStream(new CsvRows(file, JobStream.COLUMNS, COLUMNS::contains)).jobs();
  }

  private List<ClusterJob> jobs() {
    List<ClusterJob> jobs = new ArrayList<>();
    double last = 0;
    for (CsvRecord row : rows.rows("jobs")) {
      String id = rows.unique(row, "id");
      last = rows.arrival(row, last);
      long duration = rows.duration(row);
      Demand demand = demand(row);
      demands.putIfAbsent(demand, demand);
      jobs.add(new ClusterJob(id, CsvRows.nanos(last), duration, demands.get(demand)));
    }
    return jobs;
  }

  private Demand demand(CsvRecord row) {
    long cores = rows.whole(row, "cores", 0, MOST_CORES);
    double share = rows.number(row, "gpu_share", 0, 1);
    long gpuMemory = rows.whole(row, "gpu_memory_bytes", 0, MOST_BYTES);
    int given = share > 0 || gpuMemory > 0 ? 1 : 0;
    int gpus = (int) optional(row, "gpus", ClusterNode.MOST_GPUS, given);
    int milli = (int) Math.max(1, Math.ceil(share * Demand.WHOLE - 1e-6)); // not over by rounding
    if (gpus > 1 && milli != Demand.WHOLE) {
      throw rows.wrong(row, "gpu_share", rows.text(row, "gpu_share"), "1 with several GPUs");
    }
    boolean hasModels = rows.has("gpu_models") && !rows.text(row, "gpu_models").isEmpty();
    return new Demand(
        (int) optional(row, "cpu_milli", MOST_CORES * Demand.WHOLE, cores * Demand.WHOLE),
        optional(row, "memory_bytes", MOST_BYTES, 0),
        gpus,
        gpus == 0 ? 0 : milli,
        gpus == 0 ? 0 : gpuMemory,
        hasModels ? List.of(rows.text(row, "gpu_models").split("\\|")) : List.of());
  }

  private long optional(CsvRecord row, String column, long most, long otherwise) {
    return rows.has(column) ? rows.whole(row, column, 0, most) : otherwise;
  }
}
