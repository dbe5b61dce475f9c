package org.polyphony.study.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.polyphony.config.StudyFile;
import org.polyphony.config.SweepFile;
import org.polyphony.results.store.Json;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Scale;
import org.polyphony.study.table.LongTable;
import org.polyphony.study.table.Row;
import org.polyphony.sweep.Shard;
import org.polyphony.sweep.Sweep;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.workload.kernel.BundledModels;

/** A study of a sweep: its output folder is that of the sweep. */
record SweepBody(StudyFile file) implements Figure.Body {
  private static final String BASE = "base";
  private static final String GPU = "gpu";
  private static final String BUDGET = "instructionBudget";
  private static final String ROUND = "roundCycles";

  @Override
  public void make(Figure figure, FigureContext context) {
    String gpu = context.gpuOr(usualGpu());
    boolean isGiven = !context.inputs().gpu().isEmpty();
    SweepFile sweep = sweep(gpu, isGiven, context.effort().scale());
    if (sweep.search().isPresent()) {
      throw sweep.wrong("search", "is not for studies; search with the command sweep", "");
    }
    Studies.requireValues(file, values(sweep));
    Path path = context.folder().path();
    SweepFolder folder = SweepFolder.open(path, sweep, true);
    Sweep.Result result =
        new Sweep(sweep, folder, context.tools().device())
            .run(Shard.ALL, context.effort().jobs(), context.progress(), context.stop());
    if (context.stop().isRequested()) {
      return;
    }
    if (result.failed() > 0) {
      throw new SimulationFailure(
          result.failed() + " runs failed; see " + path.resolve(SweepFolder.LINES), "", null);
    }
    new StudyPage(file, figure, context).report(table(sweep, folder), gpu, "");
  }

  /** Checks the runs as {@code study} does before the first of them. */
  void check() {
    Studies.requireValues(file, values(sweep(usualGpu(), false, Scale.QUICK)));
  }

  private String usualGpu() {
    return base().get(GPU) instanceof String name ? name : file.config().gpu();
  }

  private SweepFile sweep(String gpu, boolean isGiven, Scale scale) {
    return file.sweep(sets(gpu, isGiven, scale), WorkloadLibrary.names(), BundledModels.names());
  }

  private Map<?, ?> base() {
    return part(BASE);
  }

  private Map<?, ?> part(String key) {
    return file.config().runs().sweep().get(key) instanceof Map<?, ?> part ? part : Map.of();
  }

  /** What the sweep leaves to the command line: device, length and order of instructions. */
  private List<String> sets(String gpu, boolean isGiven, Scale scale) {
    ObjectNode keys = Json.object();
    keys.put(GPU, gpu);
    if (!isGiven && (base().containsKey(GPU) || part("axes").containsKey(GPU))) {
      keys.remove(GPU);
    }
    if (!base().containsKey(BUDGET) && !base().containsKey(ROUND)) {
      keys.put(BUDGET, scale.instructionBudget());
    }
    List<String> sets = new ArrayList<>();
    keys.properties().forEach(key -> sets.add(key.getKey() + "=" + key.getValue()));
    return sets;
  }

  /** Returns the texts that occur by column. */
  private static Map<String, Set<String>> values(SweepFile sweep) {
    Map<String, Set<String>> values = new LinkedHashMap<>();
    for (SweepFile.Run run : sweep.runs()) {
      for (Map.Entry<String, Object> cell : identity(run).entrySet()) {
        if (cell.getValue() instanceof String text) {
          values.computeIfAbsent(cell.getKey(), column -> new LinkedHashSet<>()).add(text);
        }
      }
    }
    return values;
  }

  private static LongTable table(SweepFile sweep, SweepFolder folder) {
    List<Row> rows = new ArrayList<>();
    for (SweepFile.Run run : sweep.runs()) {
      rows.addAll(SummaryRows.of(identity(run), folder.find(run.id()).orElseThrow()));
    }
    return new LongTable(List.copyOf(sweep.axes().keySet()), rows, Map.of());
  }

  private static Map<String, Object> identity(SweepFile.Run run) {
    Map<String, Object> identity = new LinkedHashMap<>();
    run.axes().forEach((path, value) -> put(path, value, identity));
    return identity;
  }

  /** Adds a value of an axis as a whole, and the parts of a list or an object by their paths. */
  private static void put(String path, JsonNode value, Map<String, Object> identity) {
    if (value.isContainerNode()) {
      identity.put(path, whole(value));
    }
    SummaryRows.flatten(value, path, identity);
  }

  private static String whole(JsonNode value) {
    if (!value.isArray()) {
      return Json.plain(value);
    }
    List<String> names = new ArrayList<>();
    value.forEach(each -> names.add(Json.plain(each)));
    return String.join("/", names);
  }
}
