package org.polyphony.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.polyphony.cli.PolicyCatalog.Entry;
import org.polyphony.config.FileKind;
import org.polyphony.config.GpuConfigs;
import org.polyphony.config.StudyFile;
import org.polyphony.input.Home;
import org.polyphony.plot.Charts;
import org.polyphony.results.CsvTable;
import org.polyphony.results.metric.Metric;
import org.polyphony.results.run.Summary;
import org.polyphony.results.table.Sentences;
import org.polyphony.results.table.Table;
import org.polyphony.study.engine.Study;
import org.polyphony.workload.kernel.BundledModels;
import org.polyphony.workload.trace.BundledTraces;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code polyphony list}: what there is, one line each, with its source. */
@Command(name = "list", description = "List what configs and commands can name, with sources.")
final class ListCommand implements Runnable {
  private static final Map<String, Supplier<List<Entry>>> ENTRIES = entries();
  private static final Map<String, String> THIRD = Map.of("charts", "needs", "metrics", "unit");
  static final List<String> KINDS = List.copyOf(ENTRIES.keySet());

  private static final class Kinds extends BundledNames {
    Kinds() {
      super(() -> KINDS);
    }
  }

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "KIND",
      completionCandidates = Kinds.class,
      description = "one of: ${COMPLETION-CANDIDATES}")
  private String kind;

  @Override
  public void run() {
    Arguments.requireOneOf("KIND", kind, KINDS);
    Table<Entry> table =
        new Table<Entry>()
            .text("name", Entry::name)
            .text("what", Entry::about)
            .text(THIRD.getOrDefault(kind, "source"), Entry::source);
    PrintWriter out = spec.commandLine().getOut();
    out.print(table.lines(ENTRIES.get(kind).get()));
    out.flush();
  }

  private static Map<String, Supplier<List<Entry>>> entries() {
    Map<String, Supplier<List<Entry>>> entries = new LinkedHashMap<>();
    entries.put("workloads", ListCommand::workloads);
    entries.put("gpus", ListCommand::gpus);
    for (String kind : List.of("policies", "schedulers", "preemptions", "parts")) {
      entries.put(kind, () -> PolicyCatalog.list(kind));
    }
    entries.put("experiments", () -> files(FileKind.EXPERIMENT));
    entries.put("sweeps", () -> files(FileKind.SWEEP));
    entries.put("hosts", () -> files(FileKind.HOST));
    entries.put("machines", () -> files(FileKind.MACHINE));
    entries.put("applications", () -> files(FileKind.APPLICATION));
    entries.put("studies", ListCommand::studies);
    entries.put(
        "charts",
        () -> entries(Charts.kinds(), Charts.Kind::name, Charts.Kind::about, Charts.Kind::needs));
    entries.put("metrics", ListCommand::metrics);
    return entries;
  }

  private static List<Entry> metrics() {
    CsvTable others = CsvTable.read(Home.find().resolve("experiments/metrics.csv"));
    return Stream.concat(
            entries(Summary.metrics(), Metric::path, Metric::definition, Metric::unit).stream(),
            IntStream.range(0, others.rows()).mapToObj(row -> metric(others, row)))
        .toList();
  }

  private static Entry metric(CsvTable of, int row) {
    String name = of.text(row, "file") + " " + of.text(row, "value");
    return new Entry(name, of.text(row, "meaning"), of.text(row, "unit"));
  }

  private static List<Entry> gpus() {
    return entries(
        GpuConfigs.names().stream().map(GpuDescription::of).toList(),
        GpuDescription::name,
        gpu -> Sentences.first(gpu.about()),
        GpuDescription::file);
  }

  private static List<Entry> studies() {
    return entries(Study.names(), name -> name, of -> fact(of, "about"), of -> fact(of, "source"));
  }

  private static String fact(String study, String key) {
    return StudyFile.read(Study.folder(study)).path(key).asText();
  }

  private static List<Entry> workloads() {
    List<Entry> entries = new ArrayList<>();
    for (String name : BundledModels.all()) {
      BundledModels.Summary model = BundledModels.summary(name);
      String about = model.type() + ": " + Sentences.first(model.about());
      entries.add(new Entry(name, about, model.suite()));
    }
    String source = "trace of sm_90 code";
    entries.addAll(entries(BundledTraces.names(), of -> of, BundledTraces::about, of -> source));
    return entries;
  }

  private static List<Entry> files(FileKind bundled) {
    return entries(
        bundled.names(),
        name -> name,
        name -> Sentences.first(FileKind.about(bundled.file(name))),
        bundled::place);
  }

  private static <T> List<Entry> entries(
      Collection<T> all,
      Function<T, String> name,
      Function<T, String> about,
      Function<T, String> source) {
    return all.stream()
        .map(each -> new Entry(name.apply(each), about.apply(each), source.apply(each)))
        .toList();
  }
}
