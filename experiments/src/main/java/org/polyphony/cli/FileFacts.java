package org.polyphony.cli;

import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.polyphony.config.ApplicationFile;
import org.polyphony.config.FileKind;
import org.polyphony.config.GpuConfigs;
import org.polyphony.config.GpuFigures;
import org.polyphony.config.HostExperiment;
import org.polyphony.config.HostExperimentLoader;
import org.polyphony.config.LoadedMachine;
import org.polyphony.config.SchedulerConfig;
import org.polyphony.config.StudyConfig;
import org.polyphony.config.StudyFile;
import org.polyphony.config.SweepFile;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Job;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.Json;
import org.polyphony.results.table.Table;
import org.polyphony.run.Experiments;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.run.host.HostRuns;
import org.polyphony.simulation.RunSpec;
import org.polyphony.study.engine.Study;
import org.polyphony.workload.host.JobStream;
import org.polyphony.workload.kernel.BundledModels;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;

/**
 * What a file of any kind holds, in a line and in a table; made by loading the file, so that all
 * that is wrong with it is found.
 *
 * @param line for {@code validate}
 * @param rows for {@code describe}, what and value
 * @param more tables behind them
 */
record FileFacts(String line, List<List<String>> rows, String more) {
  private FileFacts(String line, List<List<String>> rows) {
    this(line, rows, "");
  }

  /** Loads files. */
  record Loader(Services services, WorkloadLibrary library, List<String> sets) {
    /**
     * Loads a file.
     *
     * @throws org.polyphony.input.InvalidInputException with everything that is wrong
     */
    FileFacts of(Path file, FileKind kind) {
      if (!sets.isEmpty() && !kind.isRun() && kind != FileKind.TRACE) {
        throw Arguments.wrong(
            "--set", sets.get(0), "only with experiments and sweeps, not " + kind.words());
      }
      return switch (kind) {
        case EXPERIMENT, TRACE -> experiment(new Experiments(library).look(file, sets));
        case STUDY -> study(Study.of(StudyFile.folder(file)).config());
        case SWEEP -> sweep(file);
        case HOST -> host(HostExperimentLoader.load(file, sets));
        case MACHINE -> machine(LoadedMachine.load(file));
        case APPLICATION -> application(ApplicationFile.load(file));
        case GPU -> gpu(GpuConfigs.load(file.toString()));
        case MODEL -> model(ModelWorkload.load(file, ModelOptions.DEFAULT));
        case JOB_STREAM -> jobs(JobStream.read(file));
      };
    }

    private FileFacts sweep(Path file) {
      SweepFile sweep = SweepFile.load(file, sets, WorkloadLibrary.names(), BundledModels.names());
      List<List<String>> rows = new ArrayList<>();
      rows.add(List.of("runs", Integer.toString(sweep.runs().size())));
      sweep.axes().forEach((path, values) -> rows.add(List.of(path, words(values))));
      String axes = String.join(", ", sweep.axes().keySet());
      return new FileFacts(sweep.runs().size() + " runs over " + axes, rows);
    }

    private static String words(List<JsonNode> values) {
      return values.stream().map(Json::plain).distinct().collect(Collectors.joining("  "));
    }

    private FileFacts host(HostExperiment experiment) {
      HostRuns all = new HostRuns(experiment, services.device().hostTools());
      List<Job> jobs = all.jobs();
      String runs =
          experiment.schedulers().stream()
              .map(SchedulerConfig::id)
              .collect(Collectors.joining(", "));
      List<List<String>> rows = new ArrayList<>(machine(experiment.machine()).rows());
      rows.add(List.of("jobs", counted(jobs.stream().map(job -> job.application().name()), " x ")));
      experiment
          .programs()
          .forEach((name, of) -> rows.add(List.of("in " + name, new ProgramFacts(of).line())));
      rows.add(List.of("schedulers", runs));
      experiment.warnings().forEach(warning -> rows.add(List.of("warning", warning)));
      String tasks =
          experiment.programs().entrySet().stream()
              .map(e -> "; " + e.getKey() + ": " + new ProgramFacts(e.getValue()).line())
              .collect(Collectors.joining());
      return new FileFacts(jobs.size() + " jobs, " + runs + tasks, rows);
    }

    private FileFacts application(ApplicationFile loaded) {
      Application application = loaded.application();
      loaded.workloads().values().forEach(library::open);
      String memory = text("%,d bytes", application.peakMemoryBytes());
      int phases = application.phases().size();
      String kernels =
          loaded.workloads().values().stream()
              .map(k -> k.config().name())
              .collect(Collectors.joining(", "));
      List<List<String>> rows = new ArrayList<>();
      loaded
          .program()
          .ifPresent(of -> rows.add(List.of("calls", Integer.toString(of.places().size()))));
      rows.add(List.of("phases", Integer.toString(phases)));
      rows.add(List.of("device memory", memory));
      rows.add(List.of("kernels simulated cycle by cycle", kernels.isEmpty() ? "-" : kernels));
      String line = text("%s with %d phases", application.name(), phases);
      Optional<ProgramFacts> program = loaded.program().map(ProgramFacts::new);
      return new FileFacts(
          line + program.map(of -> "; " + of.line()).orElse(""),
          rows,
          program.map(ProgramFacts::tables).orElse(""));
    }
  }

  private static FileFacts study(StudyConfig study) {
    StudyConfig.Runs runs = study.runs();
    String what =
        runs.pairs() != null
            ? "pairs under " + runs.pairs().variants().size() + " variants"
            : runs.host() != null
                ? runs.host().experiments().size() + " host experiments"
                : runs.probe() != null
                    ? "probe " + runs.probe().name()
                    : runs.claims() != null
                        ? "claims of " + runs.claims().studies().size() + " studies"
                        : "a sweep";
    String claims = Integer.toString(study.claims().size());
    return new FileFacts(
        study.name() + ": " + what + ", claims: " + claims,
        List.of(
            List.of("name", study.name()),
            List.of("source", study.source().isEmpty() ? "-" : study.source()),
            List.of("runs", what),
            List.of("claims", claims),
            List.of("charts", String.join("  ", study.charts()))));
  }

  String table() {
    return Table.ofCells("", "").lines(rows).stripLeading() + more;
  }

  private static FileFacts experiment(Experiment experiment) {
    RunSpec spec = experiment.spec();
    List<String> names = experiment.inputs().stream().map(Experiment.Input::name).toList();
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("gpu", spec.gpu().name()));
    for (Experiment.Input input : experiment.inputs()) {
      rows.add(
          List.of("workload", input.name() + (input.type().isEmpty() ? "" : ", " + input.type())));
    }
    rows.add(List.of("policy", spec.policy()));
    new TreeMap<>(spec.parameters())
        .forEach((name, value) -> rows.add(List.of("policy." + name, String.valueOf(value))));
    rows.add(List.of("warpScheduler", spec.warpScheduler()));
    rows.add(List.of("kernelScheduler", spec.kernelScheduler()));
    rows.add(List.of("allocation", spec.allocation()));
    rows.add(List.of("preemption", spec.preemption()));
    rows.add(
        List.of(
            "instructionBudget",
            spec.instructionBudgets().stream()
                .map(b -> text("%,d", b))
                .collect(Collectors.joining("  "))));
    if (experiment.roundCycles() > 0) {
      rows.add(List.of("roundCycles", text("%,d", experiment.roundCycles())));
    }
    rows.add(List.of("seed", Long.toString(spec.seed())));
    String line =
        "%s on %s, %s".formatted(String.join(", ", names), spec.gpu().name(), spec.policy());
    return new FileFacts(line + warnings(spec.gpu()), rows);
  }

  private static FileFacts machine(LoadedMachine loaded) {
    HostMachine machine = loaded.machine();
    Map<String, Integer> kinds = new LinkedHashMap<>(); // how many nodes are alike
    for (int node = 0; node < machine.nodes(); node++) {
      kinds.merge(node(machine, node), 1, Integer::sum);
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("nodes", Integer.toString(machine.nodes())));
    kinds.forEach((kind, count) -> rows.add(List.of(count + " x", kind)));
    rows.add(List.of("largest memory", text("%,d bytes", machine.maxMemoryBytes())));
    rows.add(List.of("PCIe", text("%,d bytes/s", machine.pcie().bytesPerSecond())));
    String words =
        kinds.entrySet().stream()
            .map(
                kind ->
                    kinds.size() == 1 ? kind.getKey() : kind.getValue() + " with " + kind.getKey())
            .collect(Collectors.joining("; "));
    String each = kinds.size() == 1 ? "each with " : "";
    return new FileFacts(text("nodes: %d, %s%s", machine.nodes(), each, words), rows);
  }

  private static String node(HostMachine machine, int node) {
    String words = counted(machine.gpus(node).stream().map(HostMachine.HostGpu::name), " x ");
    return text("%d cores and %s", machine.cpu(node).cores(), words);
  }

  private static FileFacts gpu(GpuConfig gpu) {
    return new FileFacts(text("%s with %d SMs", gpu.name(), gpu.sms()) + warnings(gpu), List.of());
  }

  private static String warnings(GpuConfig gpu) {
    return GpuFigures.warnings(gpu).stream()
        .map(warning -> "\n  warning: " + warning)
        .collect(Collectors.joining());
  }

  private static FileFacts model(Workload workload) {
    return new FileFacts(
        text("%s with %d launches and copies", workload.name(), workload.steps()), List.of());
  }

  private static FileFacts jobs(List<JobStream.Row> jobs) {
    double last = jobs.get(jobs.size() - 1).arrivalNanos() / 1e9;
    int cores = jobs.stream().mapToInt(JobStream.Row::cores).max().orElse(0);
    long memory = jobs.stream().mapToLong(JobStream.Row::memoryBytes).max().orElse(0);
    return new FileFacts(
        jobs.size() + " jobs",
        List.of(
            List.of("jobs", Integer.toString(jobs.size())),
            List.of("last arrival", text("%.1f s", last)),
            List.of("most cores per job", Integer.toString(cores)),
            List.of("most device memory per job", text("%,d bytes", memory))));
  }

  /** Returns how often each of some words is there, by these, as {@code 3 x gtx980}. */
  static String counted(Stream<String> words, String between) {
    Map<String, Long> counts =
        words.collect(Collectors.groupingBy(word -> word, TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(e -> e.getValue() + between + e.getKey())
        .collect(Collectors.joining(", "));
  }
}
