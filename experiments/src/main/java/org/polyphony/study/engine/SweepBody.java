package org.polyphony.study.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.polyphony.config.StudyFile;
import org.polyphony.config.SweepFile;
import org.polyphony.results.store.Json;
import org.polyphony.results.table.LongTable;
import org.polyphony.results.table.Row;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.study.Point;
import org.polyphony.study.Scale;
import org.polyphony.study.StudyContext;
import org.polyphony.sweep.Shard;
import org.polyphony.sweep.Sweep;
import org.polyphony.sweep.SweepFolder;
import org.polyphony.sweep.SweepRuns;
import org.polyphony.sweep.TimeEstimate;
import org.polyphony.workload.kernel.BundledModels;

/** A study of a sweep: its output folder is that of the sweep. */
record SweepBody(StudyFile file) implements StudyBody {
  private static final String BASE = "base";
  private static final String GPU = "gpu";
  private static final String BUDGET = "instructionBudget";
  private static final String ROUND = "roundCycles";

  @Override
  public String plan(StudyContext context) {
    SweepFile sweep = sweep(context);
    TimeEstimate estimate = new SweepRuns(sweep, context.device()).estimate(sweep.runs());
    return sweep.runs().size() + " runs, " + estimate.words(context.effort().jobs());
  }

  private SweepFile sweep(StudyContext context) {
    SweepFile sweep =
        sweep(context.gpuOr(usualGpu()), !context.gpu().isEmpty(), context.effort().scale());
    if (sweep.search().isPresent()) {
      throw sweep.wrong("search", "is not for studies; search with the command sweep", "");
    }
    return sweep;
  }

  @Override
  public void make(StudyContext context) {
    SweepFile sweep = sweep(context);
    Path path = context.folder().path();
    SweepFolder folder = SweepFolder.open(path, sweep, true);
    Sweep.Result result =
        new Sweep(sweep, folder, context.device())
            .run(Shard.ALL, context.effort().jobs(), context.progress(), context.stop());
    int runs = sweep.runs().size();
    LongTable table = table(sweep, folder);
    if (!table.rows().isEmpty()) {
      new StudyPage(file, context).report(table, context.gpuOr(usualGpu()), "");
    }
    if (context.stop().isRequested()) {
      context.interrupted(result.ended(), runs, result.failed(), path);
    } else if (result.failed() > 0) {
      String failed =
          "%d of %d runs failed (see %s); the others are kept, and the same command retries the"
              + " failed ones";
      Path lines = path.resolve(SweepFolder.LINES);
      throw new SimulationFailure(failed.formatted(result.failed(), runs, lines), "", null);
    }
  }

  @Override
  public LongTable planned() {
    return planned(sweep(usualGpu(), false, Scale.QUICK));
  }

  private static LongTable planned(SweepFile sweep) {
    return LongTable.planned(
        List.copyOf(sweep.axes().keySet()),
        sweep.runs().stream().map(run -> new Row(Point.columns(run))).toList(),
        SummaryRows.COLUMNS,
        Map.of());
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

  private boolean isSet(String key) {
    return base().containsKey(key) || part("axes").containsKey(key);
  }

  /** What the sweep leaves to the command line: device, length and order of instructions. */
  private List<String> sets(String gpu, boolean isGiven, Scale scale) {
    ObjectNode keys = Json.object();
    if (isGiven || !isSet(GPU)) {
      keys.put(GPU, gpu);
    }
    if (!isSet(BUDGET) && !isSet(ROUND)) {
      boolean isAlone = "alone".equals(base().get("policy"));
      keys.put(BUDGET, isAlone ? scale.aloneBudget() : scale.instructionBudget());
    }
    List<String> sets = new ArrayList<>();
    keys.properties().forEach(key -> sets.add(key.getKey() + "=" + key.getValue()));
    return sets;
  }

  /** Returns the table of the runs that have ended well. */
  private static LongTable table(SweepFile sweep, SweepFolder folder) {
    List<Row> rows = new ArrayList<>();
    for (SweepFile.Run run : sweep.runs()) {
      folder.find(run).ifPresent(line -> rows.addAll(SummaryRows.of(Point.columns(run), line)));
    }
    return planned(sweep).ran(rows, Map.of());
  }
}
