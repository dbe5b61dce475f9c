package org.polyphony.study.mgb;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.polyphony.config.HostExperiment;
import org.polyphony.config.SchedulerConfig;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.Job;
import org.polyphony.host.device.ProgressModel;
import org.polyphony.host.device.RateDevice;
import org.polyphony.host.mgb.CoreToGpu;
import org.polyphony.host.mgb.EmulatedSms;
import org.polyphony.host.mgb.LeastWarps;
import org.polyphony.results.run.Provenance;
import org.polyphony.results.store.AtomicFile;
import org.polyphony.results.store.Json;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.run.Progress;
import org.polyphony.run.host.HostOutcome;
import org.polyphony.run.host.HostResults;
import org.polyphony.run.host.HostRuns;
import org.polyphony.run.host.HostSummary;
import org.polyphony.run.host.HostTools;
import org.polyphony.study.host.AppEstimate;
import org.polyphony.study.host.HostStudy;
import org.polyphony.sweep.SweepFolder;

/**
 * Runs of the Rodinia mixes of MGB's evaluation, the bundled {@code mgb-w1} to {@code mgb-w8-v100},
 * each cached: a queue of jobs that is full at the start, a pool of workers, a scheduler. Source:
 * MGB section V-A.
 */
final class MgbRuns {
  static final List<String> MACHINES = List.of("2xP100", "4xV100");
  static final List<String> MIXES = List.of("W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8");

  private static final Map<String, Integer> MGB_WORKERS = Map.of("2xP100", 10, "4xV100", 16);
  private static final Map<String, Integer> MOST_CG_WORKERS = Map.of("2xP100", 6, "4xV100", 12);
  private static final long SMALL_BYTES = 4_000_000_000L; // maximum of a small job
  private static final String DRAWN = " seed ";
  private static final int[] LARGE_PER_SMALL = {1, 2, 3, 5}; // W1 to W4, W5 to W8: Table I

  private final HostTools tools;
  private final HostStudy study;
  private final LongFunction<ProgressModel> sharing;
  private final Map<String, MgbRun> runs = new HashMap<>();
  private final Map<String, HostExperiment> experiments = new HashMap<>(); // by machine and mix
  private final Map<String, List<Job>> pools = new HashMap<>(); // by machine

  /**
   * Creates a study without runs, whose single runs are too short to show progress; after a stop,
   * they throw a {@link CancellationException}.
   */
  MgbRuns(HostTools tools) {
    this(tools, AppEstimate.BUNDLED, ProgressModel::inLaunchOrder);
  }

  /** Creates a study with another value of an estimate and another progress model. */
  MgbRuns(HostTools tools, AppEstimate estimate, LongFunction<ProgressModel> sharing) {
    this.sharing = sharing;
    this.tools = tools.showing(Progress.SILENT);
    this.study = new HostStudy(tools, estimate);
  }

  /**
   * Returns the name of a randomly drawn mix of the same kind.
   *
   * @param seed of the draw, at least 0
   */
  static String drawn(String mix, int seed) {
    return mix + DRAWN + seed;
  }

  private HostMachine machine(String name) {
    return experiment(name, MIXES.get(0)).machine().machine();
  }

  private HostExperiment experiment(String machine, String mix) {
    String suffix = machine.equals(MACHINES.get(0)) ? "" : "-v100";
    String config = "mgb-" + mix.toLowerCase(Locale.ROOT) + suffix;
    return experiments.computeIfAbsent(config, name -> study.experiment(name));
  }

  MgbRun sa(String machine, String mix) {
    return run(machine, mix, CoreToGpu.SINGLE_ASSIGNMENT, machine(machine).devices());
  }

  /** Returns the run with jobs assigned to devices round-robin, regardless of memory. */
  MgbRun cg(String machine, String mix, int workers) {
    return run(machine, mix, CoreToGpu.NAME, workers);
  }

  /** Returns the fastest run of cg without a crash, with at least as many workers as devices. */
  MgbRun bestCg(String machine, String mix) {
    MgbRun best = sa(machine, mix);
    for (int w = machine(machine).devices(); w <= MOST_CG_WORKERS.get(machine); w++) {
      MgbRun run = cg(machine, mix, w);
      best = run.crashed() == 0 && run.jobsPerSecond() > best.jobsPerSecond() ? run : best;
    }
    return best;
  }

  MgbRun alg2(String machine, String mix) {
    return run(machine, mix, EmulatedSms.NAME, MGB_WORKERS.get(machine));
  }

  MgbRun alg3(String machine, String mix) {
    return alg3(machine, mix, MGB_WORKERS.get(machine));
  }

  MgbRun alg3(String machine, String mix, int workers) {
    return run(machine, mix, LeastWarps.NAME, workers);
  }

  /**
   * Writes runs of the published mixes as a sweep over machines and mixes.
   *
   * @param folder to write to
   * @param schedulers by name; for {@code cg}, the fastest run without a crash
   */
  void write(OutputFolder folder, List<String> machines, List<String> schedulers) {
    StringBuilder lines = new StringBuilder();
    for (String machine : machines) {
      for (String mix : MIXES) {
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

  private MgbRun run(String machine, String mix, String scheduler, int workers) {
    if (mix.contains(DRAWN)) { // only the numbers of drawn mixes are kept, to save memory
      return simulate(machine, drawn(machine, mix), scheduler, workers);
    }
    return runs.computeIfAbsent(
        String.join("/", machine, mix, scheduler, Integer.toString(workers)),
        key -> simulate(machine, experiment(machine, mix).jobs(), scheduler, workers));
  }

  private MgbRun simulate(String machine, List<Job> queue, String name, int workers) {
    HostExperiment experiment = experiment(machine, MIXES.get(0)).withJobs(queue);
    SchedulerConfig scheduler =
        experiment.schedulers().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow()
            .withWorkers(workers);
    List<RateDevice> devices = new ArrayList<>();
    for (HostMachine.HostGpu gpu : experiment.machine().machine().gpus(0)) {
      devices.add(new RateDevice(sharing.apply(gpu.warps())));
    }
    HostOutcome outcome = new HostRuns(experiment, tools).run(scheduler, devices);
    if (outcome.isPartial()) {
      throw new CancellationException(name);
    }
    List<Long> queued =
        IntStream.range(0, queue.size())
            .mapToObj(job -> devices.stream().mapToLong(d -> d.queuedNanos(job)).sum())
            .toList();
    return new MgbRun(outcome, queued);
  }

  /** Draws jobs from the pool according to Table I. */
  private List<Job> drawn(String machine, String mix) {
    int mark = mix.indexOf(DRAWN);
    String kind = mix.substring(0, mark);
    int jobs = experiment(machine, kind).jobs().size();
    int small = jobs / (LARGE_PER_SMALL[MIXES.indexOf(kind) % LARGE_PER_SMALL.length] + 1);
    Random random = new Random(Long.parseLong(mix.substring(mark + DRAWN.length())));
    Map<Boolean, List<Job>> bySize =
        pool(machine).stream()
            .collect(
                Collectors.partitioningBy(
                    job -> job.application().peakMemoryBytes() <= SMALL_BYTES));
    List<Job> drawn = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      List<Job> from = bySize.get(i < small);
      drawn.add(from.get(random.nextInt(from.size())));
    }
    Collections.shuffle(drawn, random);
    return drawn;
  }

  /** Returns one job of each application in the mixes, by memory. */
  List<Job> pool(String machine) {
    return pools.computeIfAbsent(
        machine,
        key ->
            MIXES.stream()
                .flatMap(mix -> experiment(machine, mix).jobs().stream())
                .collect(Collectors.toMap(job -> job.application().name(), j -> j, (a, b) -> a))
                .values()
                .stream()
                .sorted(Comparator.comparingLong(job -> job.application().peakMemoryBytes()))
                .toList());
  }
}
