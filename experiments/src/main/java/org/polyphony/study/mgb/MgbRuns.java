package org.polyphony.study.mgb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.polyphony.host.FifoJobs;
import org.polyphony.host.GpuScheduler;
import org.polyphony.host.HostMachine;
import org.polyphony.host.HostSetup;
import org.polyphony.host.app.Job;
import org.polyphony.host.device.GpuDevice;
import org.polyphony.host.device.LaunchOrder;
import org.polyphony.host.device.ProgressModel;
import org.polyphony.host.device.RateDevice;
import org.polyphony.host.mgb.CoreToGpu;
import org.polyphony.host.mgb.EmulatedSms;
import org.polyphony.host.mgb.LeastWarps;
import org.polyphony.host.mgb.Placements;
import org.polyphony.host.mgb.TaskScheduler;
import org.polyphony.run.Progress;
import org.polyphony.run.Provenance;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.run.host.HostResults;
import org.polyphony.run.host.HostRuns;
import org.polyphony.run.host.HostSummary;
import org.polyphony.run.host.HostTools;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.store.OutputFolder;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.workload.host.MgbEstimate;
import org.polyphony.workload.host.MgbWorkloads;

/**
 * Runs of the Rodinia mixes of MGB's evaluation, those of the published ones made once: a queue of
 * jobs that is full at the begin, a pool of workers, a scheduler. Source: MGB section V-A.
 */
final class MgbRuns {
  private static final Map<String, Integer> MGB_WORKERS = Map.of("2xP100", 10, "4xV100", 16);
  private static final Map<String, Integer> MOST_CG_WORKERS = Map.of("2xP100", 6, "4xV100", 12);
  private static final long WINDOW_NANOS = 1_000_000_000;

  private static final String DRAWN = " seed ";
  private static final int[] LARGE_PER_SMALL = {1, 2, 3, 5}; // W1 to W4, W5 to W8: Table I

  private final HostTools tools;
  private final MgbWorkloads workloads;
  private final LongFunction<ProgressModel> sharing;
  private final Map<String, MgbRun> runs = new HashMap<>();
  private final Map<String, List<Job>> jobs = new HashMap<>();

  /**
   * Makes a study without runs, whose single runs take too little time to be shown; after a stop
   * they throw a {@link CancellationException}.
   */
  MgbRuns(HostTools tools) {
    this(tools, MgbEstimate.BUNDLED);
  }

  /** Makes the same with another value of an estimate. */
  MgbRuns(HostTools tools, MgbEstimate estimate) {
    this(tools, estimate, LaunchOrder::new);
  }

  /** Makes the same with kernels that share a device otherwise. */
  MgbRuns(HostTools tools, MgbEstimate estimate, LongFunction<ProgressModel> sharing) {
    this.sharing = sharing;
    this.tools = tools.showing(Progress.SILENT);
    this.workloads = new MgbWorkloads(estimate);
  }

  /**
   * Names a mix of the kind of another that is drawn anew.
   *
   * @param seed of the draw, at least 0
   */
  static String drawn(String mix, int seed) {
    return mix + DRAWN + seed;
  }

  MgbRun sa(String machine, String mix) {
    int gpus = workloads.machine(machine).devices();
    return run(machine, mix, "sa", gpus, () -> new CoreToGpu(gpus, 1));
  }

  /** Returns the run with jobs dealt out to devices in turn, without regard to memory. */
  MgbRun cg(String machine, String mix, int workers) {
    int gpus = workloads.machine(machine).devices();
    int ratio = (workers + gpus - 1) / gpus;
    return run(machine, mix, "cg", workers, () -> new CoreToGpu(gpus, ratio));
  }

  /** Returns the best run of cg without a crash, with as many workers as devices or more. */
  MgbRun bestCg(String machine, String mix) {
    MgbRun best = sa(machine, mix);
    for (int w = workloads.machine(machine).devices(); w <= MOST_CG_WORKERS.get(machine); w++) {
      MgbRun run = cg(machine, mix, w);
      best = run.crashed() == 0 && run.jobsPerSecond() > best.jobsPerSecond() ? run : best;
    }
    return best;
  }

  /** Returns the run under Algorithm 2. */
  MgbRun alg2(String machine, String mix) {
    return mgb(machine, mix, EmulatedSms.NAME, MGB_WORKERS.get(machine));
  }

  /** Returns the run under Algorithm 3. */
  MgbRun alg3(String machine, String mix) {
    return alg3(machine, mix, MGB_WORKERS.get(machine));
  }

  /** Returns the run under Algorithm 3 with a number of workers. */
  MgbRun alg3(String machine, String mix, int workers) {
    return mgb(machine, mix, LeastWarps.NAME, workers);
  }

  /**
   * Writes runs of the published mixes as a sweep over machines and mixes.
   *
   * @param folder where to
   * @param schedulers by name; the best run without a crash of {@code cg}
   */
  void write(OutputFolder folder, List<String> machines, List<String> schedulers) {
    StringBuilder lines = new StringBuilder();
    for (String machine : machines) {
      for (String mix : MgbWorkloads.MIXES) {
        List<HostOutcome> outcomes =
            schedulers.stream()
                .map(name -> under(name, machine, mix).outcome().named(name))
                .toList();
        lines.append(line(machine, mix, outcomes));
      }
    }
    AtomicFile.write(folder.file(SweepFolder.LINES), lines.toString());
  }

  /** Returns runs of a mix on a machine as a line of a sweep over both. */
  static String line(String machine, String mix, List<HostOutcome> outcomes) {
    ObjectNode line = Json.object().put("run", machine + "_" + mix);
    line.putObject("axes").put("machine", machine).put("mix", mix);
    line.setAll(
        HostSummary.of(mix, machine + "/" + mix, HostResults.of(outcomes), Provenance.current()));
    return Json.line(line) + '\n';
  }

  private MgbRun under(String scheduler, String machine, String mix) {
    return switch (scheduler) {
      case CoreToGpu.SINGLE_ASSIGNMENT -> sa(machine, mix);
      case CoreToGpu.NAME -> bestCg(machine, mix);
      case EmulatedSms.NAME -> alg2(machine, mix);
      case LeastWarps.NAME -> alg3(machine, mix);
      default -> throw new IllegalArgumentException("scheduler: " + scheduler);
    };
  }

  private MgbRun mgb(String machine, String mix, String placement, int workers) {
    HostMachine what = workloads.machine(machine);
    HostMachine ofTasks = what.withMemoryAtMost(workloads.memoryOfTasks());
    return run(
        machine,
        mix,
        placement,
        workers,
        () ->
            new TaskScheduler(
                Placements.create(placement, ofTasks), what.devices(), workloads.periodNanos()));
  }

  private MgbRun run(
      String machine, String mix, String name, int workers, Supplier<GpuScheduler> scheduler) {
    if (mix.contains(DRAWN)) { // of 80 nothing but numbers is needed, which saves their memory
      return simulate(machine, jobs(machine, mix), name, workers, scheduler.get());
    }
    String key = String.join("/", machine, mix, name, Integer.toString(workers));
    MgbRun known = runs.get(key);
    if (known == null) {
      List<Job> queue = jobs.computeIfAbsent(machine + "/" + mix, k -> jobs(machine, mix));
      known = simulate(machine, queue, name, workers, scheduler.get());
      runs.put(key, known);
    }
    return known;
  }

  private MgbRun simulate(
      String name, List<Job> queue, String scheduled, int workers, GpuScheduler scheduler) {
    HostMachine machine = workloads.machine(name);
    List<RateDevice> devices = new ArrayList<>();
    for (int device = 0; device < machine.devices(); device++) {
      devices.add(new RateDevice(sharing.apply(machine.gpu(device).warps())));
    }
    FifoJobs.Claims pool = FifoJobs.Claims.workers(workers);
    HostSetup setup =
        new HostSetup(
            machine,
            new FifoJobs(machine, pool, queue.size()),
            scheduler,
            List.<GpuDevice>copyOf(devices));
    HostOutcome outcome = HostRuns.run(scheduled, setup, queue, WINDOW_NANOS, tools);
    if (outcome.isPartial()) {
      throw new CancellationException(scheduled);
    }
    List<Long> queued =
        IntStream.range(0, queue.size())
            .mapToObj(job -> devices.stream().mapToLong(d -> d.queuedNanos(job)).sum())
            .toList();
    return new MgbRun(outcome, queued);
  }

  private List<Job> jobs(String machine, String mix) {
    return workloads.jobs(machine, commands(mix));
  }

  private List<String> commands(String mix) {
    int mark = mix.indexOf(DRAWN);
    if (mark < 0) {
      return workloads.mix(mix);
    }
    int kind = MgbWorkloads.MIXES.indexOf(mix.substring(0, mark));
    int jobCount = workloads.mix(mix.substring(0, mark)).size();
    long seed = Long.parseLong(mix.substring(mark + DRAWN.length()));
    return workloads.draw(seed, jobCount, LARGE_PER_SMALL[kind % LARGE_PER_SMALL.length]);
  }
}
