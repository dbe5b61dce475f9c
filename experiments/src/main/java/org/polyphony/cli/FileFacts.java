package org.polyphony.cli;

import static java.util.stream.Collectors.joining;
import static org.polyphony.results.table.Formats.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.Application;
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
 * What a file of any kind holds; made by loading the file, so that all that is wrong with it is
 * found.
 *
 * @param rows what and value, the most telling first
 * @param warnings values that are allowed but are probably mistakes
 * @param more tables behind them
 */
record FileFacts(List<List<String>> rows, List<String> warnings, String more) {
  private FileFacts(List<List<String>> rows) {
    this(rows, List.of(), "");
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
        case MACHINE -> new FileFacts(machine(LoadedMachine.load(file)));
        case APPLICATION -> application(ApplicationFile.load(file));
        case GPU -> gpu(GpuConfigs.load(file.toString()));
        case MODEL ->
            new FileFacts(
                List.of(
                    row(
                        "launches, copies",
                        ModelWorkload.load(file, ModelOptions.DEFAULT).steps())));
        case JOB_STREAM -> jobs(JobStream.read(file));
      };
    }

    private FileFacts sweep(Path file) {
      SweepFile sweep = SweepFile.load(file, sets, WorkloadLibrary.names(), BundledModels.names());
      List<List<String>> rows = new ArrayList<>();
      rows.add(row("runs", sweep.runs().size()));
      sweep.axes().forEach((path, values) -> rows.add(row(path, words(values))));
      return new FileFacts(rows);
    }

    private static String words(List<JsonNode> values) {
      return values.stream().map(Json::plain).distinct().collect(joining("  "));
    }

    private FileFacts host(HostExperiment experiment) {
      HostRuns all = new HostRuns(experiment, services.device().hostTools());
      Stream<String> jobs = all.jobs().stream().map(job -> job.application().name());
      List<List<String>> rows = machine(experiment.machine());
      rows.add(row("jobs", counted(jobs)));
      experiment
          .programs()
          .forEach((name, of) -> rows.add(row("in " + name, new ProgramFacts(of).line())));
      List<String> runs = experiment.schedulers().stream().map(SchedulerConfig::id).toList();
      rows.add(row("schedulers", String.join(", ", runs)));
      experiment.warnings().forEach(warning -> rows.add(row("warning", warning)));
      return new FileFacts(rows);
    }

    private FileFacts application(ApplicationFile loaded) {
      Application application = loaded.application();
      loaded.workloads().values().forEach(library::open);
      List<String> kernels =
          loaded.workloads().values().stream().map(k -> k.config().name()).toList();
      List<List<String>> rows = new ArrayList<>();
      loaded.program().ifPresent(of -> rows.add(row("calls", of.places().size())));
      rows.add(row("phases", application.phases().size()));
      rows.add(row("device memory", text("%,d bytes", application.peakMemoryBytes())));
      rows.add(
          row(
              "kernels simulated cycle by cycle",
              kernels.isEmpty() ? "-" : String.join(", ", kernels)));
      return new FileFacts(
          rows, List.of(), loaded.program().map(of -> new ProgramFacts(of).tables()).orElse(""));
    }
  }

  private static List<String> row(String what, Object value) {
    return List.of(what, String.valueOf(value));
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
    return new FileFacts(
        List.of(
            row("name", study.name()),
            row("source", study.source().isEmpty() ? "-" : study.source()),
            row("runs", what),
            row("claims", study.claims().size()),
            row("charts", String.join("  ", study.charts()))));
  }

  /** Returns what {@code validate} says of a file: its kind and its first fact. */
  String line(FileKind kind) {
    String first = rows.isEmpty() ? "" : ", " + String.join(" ", rows.get(0));
    String all = warnings.stream().map(each -> "\n  warning: " + each).collect(joining());
    return kind.words() + first + all;
  }

  String table() {
    return Table.ofCells("", "").lines(rows).stripLeading() + more;
  }

  private static FileFacts experiment(Experiment experiment) {
    RunSpec spec = experiment.spec();
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("gpu", spec.gpu().name()));
    for (Experiment.Input input : experiment.inputs()) {
      String type = input.type().isEmpty() ? "" : ", " + input.type();
      rows.add(row("workload", input.name() + type));
    }
    rows.add(row("policy", spec.policy()));
    new TreeMap<>(spec.parameters())
        .forEach((name, value) -> rows.add(row("policy." + name, value)));
    rows.add(row("warpScheduler", spec.warpScheduler()));
    rows.add(row("kernelScheduler", spec.kernelScheduler()));
    rows.add(row("allocation", spec.allocation()));
    rows.add(row("preemption", spec.preemption()));
    rows.add(
        row(
            "instructionBudget",
            spec.instructionBudgets().stream().map(b -> text("%,d", b)).collect(joining("  "))));
    if (experiment.roundCycles() > 0) {
      rows.add(row("roundCycles", text("%,d", experiment.roundCycles())));
    }
    rows.add(row("seed", spec.seed()));
    return new FileFacts(rows, GpuFigures.warnings(spec.gpu()), "");
  }

  private static List<List<String>> machine(LoadedMachine loaded) {
    HostMachine machine = loaded.machine();
    Map<String, Integer> kinds = new LinkedHashMap<>(); // how many nodes are alike
    for (int node = 0; node < machine.nodes(); node++) {
      kinds.merge(node(machine, node), 1, Integer::sum);
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("nodes", machine.nodes()));
    kinds.forEach((kind, count) -> rows.add(row(count + " x", kind)));
    rows.add(row("largest memory", text("%,d bytes", machine.maxMemoryBytes())));
    rows.add(row("PCIe", text("%,d bytes/s", machine.pcie().bytesPerSecond())));
    return rows;
  }

  private static String node(HostMachine machine, int node) {
    String words = counted(machine.gpus(node).stream().map(HostMachine.HostGpu::name));
    return text("%d cores and %s", machine.cpu(node).cores(), words);
  }

  private static FileFacts gpu(GpuConfig gpu) {
    return new FileFacts(List.of(row("SMs", gpu.sms())), GpuFigures.warnings(gpu), "");
  }

  private static FileFacts jobs(List<JobStream.Row> jobs) {
    double last = jobs.get(jobs.size() - 1).arrivalNanos() / 1e9;
    int cores = jobs.stream().mapToInt(JobStream.Row::cores).max().orElse(0);
    long memory = jobs.stream().mapToLong(JobStream.Row::memoryBytes).max().orElse(0);
    return new FileFacts(
        List.of(
            row("jobs", jobs.size()),
            row("last arrival", text("%.1f s", last)),
            row("most cores per job", cores),
            row("most device memory per job", text("%,d bytes", memory))));
  }

  /** Returns how often each of some words is there, by these, as {@code 3 x gtx980}. */
  private static String counted(Stream<String> words) {
    Map<String, Long> counts =
        words.collect(Collectors.groupingBy(word -> word, TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(e -> e.getValue() + " x " + e.getKey())
        .collect(joining(", "));
  }
}
