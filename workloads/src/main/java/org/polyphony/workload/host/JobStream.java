package org.polyphony.workload.host;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.host.cluster.ClusterNode;
import org.polyphony.input.InvalidInputException;

/**
 * A stream of jobs as a CSV file: {@code id,arrival_s,cores,gpu_memory_bytes,gpu_share,duration_s},
 * a header line first, in the order of arrival.
 *
 * <p>A job reserves and takes its memory, keeps its share of a device's warps busy for its
 * duration, and gives the memory back; without memory and share it computes on its cores. Columns
 * of a {@link ClusterStream} may follow; jobs of several GPUs are for clusters alone.
 */
public final class JobStream {
  /** The columns, in the order in which the project writes them. */
  public static final List<String> COLUMNS =
      List.of("id", "arrival_s", "cores", "gpu_memory_bytes", "gpu_share", "duration_s");

  private static final int THOUSANDTHS = 1000;

  private final CsvRows rows;
  private final HostMachine machine;
  private final long deviceWarps;
  private final long deviceMemory; // of the largest device

  private JobStream(CsvRows rows, HostMachine machine) {
    this.rows = rows;
    this.machine = machine;
    HostMachine.HostGpu gpu = machine.gpu(0);
    this.deviceWarps = (long) gpu.sms() * gpu.warpsPerSm();
    this.deviceMemory = machine.maxMemoryBytes();
  }

  /**
   * Reads a stream.
   *
   * @param file the CSV file
   * @param machine on which its jobs run
   * @return the jobs in the order of arrival
   * @throws InvalidInputException with the line of the first mistake: wrong columns, no number or
   *     one out of range, more than a device or node has, a time before the one above, an id again
   */
  public static List<Job> read(Path file, HostMachine machine) {
    return new JobStream(new CsvRows(file, COLUMNS, ClusterStream.COLUMNS::contains), machine)
        .jobs();
  }

  private List<Job> jobs() {
    List<Job> jobs = new ArrayList<>();
    double last = 0;
    for (CsvRecord row : rows.rows("jobs")) {
      String id = rows.unique(row, "id");
      last = rows.arrival(row, last);
      jobs.add(job(row, id, last));
    }
    return jobs;
  }

  private Job job(CsvRecord row, String id, double arrival) {
    long cores = rows.whole(row, "cores", 1, machine.maxCores());
    long memory = rows.whole(row, "gpu_memory_bytes", 0, deviceMemory);
    double share = rows.number(row, "gpu_share", 0, 1);
    if (rows.has("gpus") && rows.whole(row, "gpus", 0, ClusterNode.MOST_GPUS) > 1) {
      throw rows.wrong(
          row, "gpus", rows.text(row, "gpus"), "0 or 1; several in a host experiment with nodes");
    }
    return new Job(
        id,
        application(memory, share, rows.duration(row)),
        CsvRows.nanos(arrival),
        (int) cores,
        (int) Math.ceil(share * THOUSANDTHS),
        Fault.NONE);
  }

  private Application application(long memory, double share, long nanos) {
    if (memory == 0 && share == 0) {
      return Application.of("cpu", List.of(new Phase.Cpu(nanos)));
    }
    int warps = (int) Math.max(1, Math.round(share * deviceWarps));
    TaskNeed need = new TaskNeed(memory, warps, 1, TaskNeed.ANY, 0);
    return Application.of(
        "gpu",
        List.of(
            new Phase.Reserve(need, Phase.FOREVER, 0),
            new Phase.Allocate(memory),
            new Phase.Launch(new HostKernel("job", Math.max(1, nanos), warps, 1), 1, 0),
            new Phase.Free(Phase.ALL, Phase.ALL)));
  }
}
