package org.polyphony.cli;

import static java.util.stream.Collectors.joining;
import static org.polyphony.results.table.Formats.text;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.polyphony.config.FileKind;
import org.polyphony.config.GpuFigures;
import org.polyphony.config.Seeds;
import org.polyphony.gpu.Processors;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.policy.partition.PartitionPolicy;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.run.Outcome;
import org.polyphony.results.run.Repeats;
import org.polyphony.results.store.RunStore;
import org.polyphony.run.Experiments;
import org.polyphony.run.Progress;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.RunSpec;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Sweep;
import org.polyphony.sweep.TimeEstimate;
import org.polyphony.workload.trace.TraceOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony run}: one experiment from its config to its result files. */
@HelpText.Groups({
  "Experiment: --set --policy --beside --repeat --jobs --threads --dry-run",
  "Output: --out --ipc-window --quiet",
  "Checks: --check --approximate"
})
@Command(
    name = "run",
    description = "Run an experiment: solo runs of the workloads, then all together.",
    footer = {
      "",
      "Writes summary.json, epochs.csv, decisions.csv, kernels.csv, roles.csv,",
      "timeline.csv, resolved.json (all values) and config.json (to rerun it), and",
      "prints the first 40 decisions of the policy. Seeds go to seed-n, their means to",
      "repeats.json. Solo runs are cached (POLYPHONY_CACHE or ~/.cache/polyphony).",
      "",
      "Examples:",
      "  polyphony run quickstart --beside tutti,smk-even",
      "  polyphony run configs/experiments/two-kernels.json --set gpu.sms=8",
      "  polyphony run two-kernels --policy Mine.java --beside smk-even --repeat 5",
      "  polyphony run workloads/samples/sgemm --set gpu=volta-v100"
    })
final class RunCommand implements Callable<Integer> {
  private static final FileKind[] KINDS = {FileKind.EXPERIMENT, FileKind.TRACE, FileKind.MODEL};
  private static final int MOST_SEEDS = 1000; // each has a folder

  private final Services services;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "CONFIG",
      completionCandidates = BundledNames.Runs.class,
      description =
          "experiment, by file or name ('polyphony list experiments'); results folder to"
              + " rerun; or benchmark, model or trace for a solo run on gtx980")
  private String config;

  @Mixin private RunOptions options;

  @Mixin private PolicyOption policy;

  @Option(
      names = "--beside",
      paramLabel = "POLICY,...",
      hideParamSyntax = true,
      split = ",",
      completionCandidates = BundledNames.Policies.class,
      description =
          "also run under these policies and compare STP and ANTT; results go to DIR-POLICY")
  private List<String> beside = new ArrayList<>();

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "seeds to run; means with 95%% intervals (default: ${DEFAULT-VALUE})")
  private int repeat = 1;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "number of parallel runs (default: processors)")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "threads of each run (default: idle processors)")
  private Integer threads;

  @Option(names = "--dry-run", description = "list runs and estimate their time; run nothing")
  private boolean dryRun;

  @Option(names = "--check", description = "check conservation every epoch, not only at the end")
  private boolean check;

  @Option(names = "--approximate", description = RunOptions.APPROXIMATE)
  private boolean approximate;

  @Option(
      names = "--ipc-window",
      paramLabel = "N",
      description = "write ipc.csv: IPC per N thread instructions and SM")
  private Integer ipcWindow;

  RunCommand(Services services) {
    this.services = services;
  }

  @Override
  public Integer call() {
    if (ipcWindow != null && ipcWindow < 1) {
      throw Arguments.wrong("--ipc-window", ipcWindow, "1 or more thread instructions per SM");
    }
    GivenFile.sayWhichOfTwo(spec, config, new BundledNames.Runs().all());
    Arguments.requireAtLeast(1, "--repeat", repeat);
    if (repeat > MOST_SEEDS) {
      throw Arguments.wrong(
          "--repeat", repeat, "1 to " + MOST_SEEDS + "; more in a sweep with 'repeats'");
    }
    Arguments.requireAtLeast(1, "--jobs", jobs);
    Arguments.requireAtLeast(1, "--threads", threads);
    try (PolicyOption.Loaded loaded = policy.load(PartitionPolicy.class)) {
      return run(loaded.before(options.overrides(approximate)));
    }
  }

  private int run(List<String> sets) {
    Experiment experiment = load(sets, options.isQuiet());
    checkThreads(experiment.spec().gpu());
    GpuFigures.warnings(experiment.spec().gpu())
        .forEach(text -> spec.commandLine().getErr().println(Terminal.WARNING + text));
    if (dryRun) {
      return estimate(experiment, sets);
    }
    Path out = options.out(experiment.name());
    StopFlag stop = services.stops().get();
    try (RunBatch batch =
            new RunBatch(
                experiment,
                beside,
                repeat,
                out,
                more -> load(Stream.concat(sets.stream(), more.stream()).toList(), true));
        Interrupt interrupt = Interrupt.raising(stop)) {
      List<Repeats> policies = run(batch, stop);
      print(batch, policies);
      return interrupt.exitCode(policies.isEmpty());
    }
  }

  private void checkThreads(GpuConfig gpu) {
    int most = Processors.most(gpu);
    if (threads != null && threads > most) {
      String allowed =
          most == 1
              ? "1 on %s, whose crossbar has no credit latency (gpu.crossbar.creditLatency)"
              : "1 to " + most + " on %s, a quarter of its SMs";
      throw Arguments.wrong("--threads", threads, text(allowed, gpu.name()));
    }
  }

  private Sweep.Device device() {
    int all = Runtime.getRuntime().availableProcessors();
    return services
        .on(threads == null ? Processors.shared(all) : Processors.perRun(threads))
        .device();
  }

  private int estimate(Experiment own, List<String> sets) {
    PrintWriter stdout = spec.commandLine().getOut();
    TimeEstimate estimate = new TimeEstimate();
    RunStore store = services.device().store();
    Seeds seeds = new Seeds(own.spec().seed(), repeat);
    beside.forEach(policy -> RunBatch.check(policy, own));
    for (String policy : Stream.concat(Stream.of(""), beside.stream()).toList()) {
      for (long seed : seeds.all()) {
        List<String> all = new ArrayList<>(sets);
        all.addAll(policy.isEmpty() ? List.of() : List.of("policy=" + policy));
        all.add(Seeds.KEY + "=" + seed);
        Experiment experiment = load(all, true);
        stdout.println(words(experiment));
        estimate.add(List.of(words(experiment)), store.seconds(experiment.key()));
      }
    }
    int runs = repeat * (1 + beside.size());
    String time = estimate.words(Math.min(runs, jobs));
    stdout.printf("%d run%s, %s%n", runs, runs == 1 ? "" : "s", time);
    return 0;
  }

  private static String words(Experiment experiment) {
    String names = experiment.inputs().stream().map(Experiment.Input::name).collect(joining("+"));
    RunSpec spec = experiment.spec();
    return names + " under " + spec.policy() + ", seed " + spec.seed();
  }

  private List<Repeats> run(RunBatch batch, StopFlag stop) {
    try (Progress progress = options.progress()) {
      return batch.run(jobs, device(), progress, stop);
    }
  }

  private Experiment load(List<String> sets, boolean isQuiet) {
    TraceOptions traces = services.traces(spec, false);
    Experiments experiments =
        new Experiments(new WorkloadLibrary(isQuiet ? traces.quiet() : traces));
    Experiments.Extras extras = new Experiments.Extras(check, ipcWindow == null ? 0 : ipcWindow);
    boolean isExperiment = FileKind.EXPERIMENT.names().contains(config);
    return !isExperiment && WorkloadLibrary.names().contains(config)
        ? experiments.alone(config, sets, extras)
        : experiments.load(GivenFile.of(FileKind.EXPERIMENT, config, KINDS), sets, extras);
  }

  private void print(RunBatch batch, List<Repeats> policies) {
    PrintWriter stdout = spec.commandLine().getOut();
    String all = batch.folders().stream().map(Path::toString).collect(joining(", "));
    if (repeat == 1 && (beside.isEmpty() || !policies.isEmpty())) {
      printOwn(stdout, batch, policies);
    } else if (policies.isEmpty()) {
      stdout.println("interrupted: " + batch.ended() + " runs finished; results in " + all);
    } else {
      stdout.print(OutcomeTable.means(policies));
      stdout.println("results in " + all + "; results of other seeds in seed-n below");
    }
    stdout.flush();
  }

  /** Prints the run under the own policy in full, then the others beside it. */
  private void printOwn(PrintWriter stdout, RunBatch batch, List<Repeats> policies) {
    Outcome own = batch.own().orElseThrow();
    boolean isPartial = policies.isEmpty();
    stdout.print(OutcomeTable.of(own));
    stdout.print(beside.isEmpty() ? "" : "\n" + OutcomeTable.means(policies) + "\n");
    stdout.println(
        (isPartial ? "interrupted; partial results in " : "results in ") + batch.folders().get(0));
    stdout.print(options.isQuiet() || isPartial ? "" : OutcomeTable.next(own, batch.folders()));
  }
}
