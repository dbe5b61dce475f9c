package org.polyphony.workload.host;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.HostMachine;
import org.polyphony.host.JobLimit;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.input.InvalidInputException;

/**
 * A stream of jobs as a CSV file: {@code id,arrival_s,cores,gpu_memory_bytes,gpu_share,duration_s},
 * a header line first, in the order of arrival.
 *
 * <p>A job reserves and takes its memory, keeps its share of a device's warps busy for its
 * duration, and gives the memory back; without memory and share it computes on its cores.
 */
public final class JobStream {
  /** The columns, in the order in which the project writes them. */
  public static final List<String> COLUMNS =
      List.of("id", "arrival_s", "cores", "gpu_memory_bytes", "gpu_share", "duration_s");

  private static final int THOUSANDTHS = 1000;
  private static final int MOST_CORES = 1_000_000;
  private static final long MOST_BYTES = 1L << 52; // exact as a double

  private JobStream() {}

  /**
   * One job of a stream.
   *
   * @param id unique in its stream
   * @param arrivalNanos submission
   * @param cores whole CPU cores, at least 1
   * @param memoryBytes memory of one device
   * @param share of a device's warps, 0 to 1
   * @param durationNanos alone on a device
   */
  public record Row(
      String id, long arrivalNanos, int cores, long memoryBytes, double share, long durationNanos) {
    private Job on(HostMachine machine) {
      return new Job(
          id,
          application(machine.gpu(0)),
          arrivalNanos,
          cores,
          (int) Math.ceil(share * THOUSANDTHS),
          Fault.NONE);
    }

    private Application application(HostMachine.HostGpu gpu) {
      if (memoryBytes == 0 && share == 0) {
        return Application.of("cpu", List.of(new Phase.Cpu(durationNanos)));
      }
      long deviceWarps = (long) gpu.sms() * gpu.warpsPerSm();
      int warps = (int) Math.max(1, Math.round(share * deviceWarps));
      TaskNeed need = new TaskNeed(memoryBytes, warps, 1, TaskNeed.ANY, 0);
      return Application.of(
          "gpu",
          List.of(
              new Phase.Reserve(need, Phase.FOREVER, 0),
              new Phase.Allocate(memoryBytes),
              new Phase.Launch(new HostKernel("job", Math.max(1, durationNanos), warps, 1), 1, 0),
              new Phase.Free(Phase.ALL, Phase.ALL)));
    }
  }

  /**
   * Reads a stream.
   *
   * @param file the CSV file
   * @return the jobs in the order of arrival
   * @throws InvalidInputException with the line of the first mistake: wrong columns, no number or
   *     one out of range, a time before the one above, an id again
   */
  public static List<Row> read(Path file) {
    return read(file, MOST_CORES, MOST_BYTES, new JobLimit(1));
  }

  /**
   * Reads a stream for a machine.
   *
   * @param file the CSV file
   * @param machine on which its jobs run
   * @param schedulers under which they run
   * @return the jobs in the order of arrival
   * @throws InvalidInputException as without a machine, or for more than a device or node has
   */
  public static List<Job> read(Path file, HostMachine machine, int schedulers) {
    JobLimit limit = new JobLimit(schedulers);
    return read(file, machine.maxCores(), machine.maxMemoryBytes(), limit).stream()
        .map(row -> row.on(machine))
        .toList();
  }

  private static List<Row> read(Path file, int mostCores, long mostBytes, JobLimit limit) {
    CsvRows rows = new CsvRows(file, COLUMNS, limit);
    List<Row> jobs = new ArrayList<>();
    double last = 0;
    for (CsvRecord row : rows.rows("jobs")) {
      String id = rows.unique(row, "id");
      last = rows.arrival(row, last);
      jobs.add(
          new Row(
              id,
              CsvRows.nanos(last),
              (int) rows.whole(row, "cores", 1, mostCores),
              rows.whole(row, "gpu_memory_bytes", 0, mostBytes),
              rows.number(row, "gpu_share", 0, 1),
              rows.duration(row)));
    }
    return jobs;
  }
}
