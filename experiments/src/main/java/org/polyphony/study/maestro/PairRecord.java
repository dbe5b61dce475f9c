package org.polyphony.study.maestro;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import org.polyphony.plot.MeanInterval;
import org.polyphony.plot.ResultFile;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.store.OutputFolder;
import org.polyphony.study.pairs.Pair;
import org.polyphony.study.pairs.PairRepeat;
import org.polyphony.text.Table;

/**
 * The runs of a pair under a variant, on disk as a sweep would list them, and their mean over seeds
 * as a row of a table.
 *
 * @param study has their summaries
 * @param shown the variant
 */
record PairRecord(PairStudy study, Pair pair, PairFigure.Shown shown) {
  static final Table<PairRecord> TABLE =
      new Table<PairRecord>("pairs.csv")
          .text("pair", r -> r.pair.label())
          .text("category", r -> r.pair.category().label())
          .text("variant", r -> r.shown.label())
          .text("stp", r -> r.mean(PairStudy.Metric.STP).mean())
          .text("antt", r -> r.mean(PairStudy.Metric.ANTT).mean())
          .text("seeds", r -> r.study.repeats(r.pair).size())
          .text("stpLow", r -> r.mean(PairStudy.Metric.STP).low())
          .text("stpHigh", r -> r.mean(PairStudy.Metric.STP).high())
          .text("anttLow", r -> r.mean(PairStudy.Metric.ANTT).low())
          .text("anttHigh", r -> r.mean(PairStudy.Metric.ANTT).high());

  static void write(
      OutputFolder folder, PairStudy study, List<Pair> pairs, List<PairFigure.Shown> shown) {
    List<PairRecord> all =
        pairs.stream()
            .flatMap(pair -> shown.stream().map(each -> new PairRecord(study, pair, each)))
            .toList();
    AtomicFile.write(
        folder.file(ResultFile.LINES.file()),
        all.stream()
            .flatMap(r -> study.repeats(r.pair).stream().map(r::line))
            .map(line -> Json.line(line) + "\n")
            .collect(Collectors.joining()));
    TABLE.write(folder, all.stream());
  }

  private MeanInterval mean(PairStudy.Metric metric) {
    return study.mean(pair, metric.of(shown.variant()));
  }

  private ObjectNode line(PairRepeat repeat) {
    ObjectNode line = Json.object();
    String seed = repeat.seed() == 1 ? "" : " seed " + repeat.seed();
    line.put("run", pair.label() + " " + shown.label() + seed);
    ObjectNode summary = (ObjectNode) repeat.summary(shown.variant()).deepCopy();
    summary.remove("host"); // the only part that is not a function of the config
    summary.put("policy", shown.label()); // what charts call it
    line.setAll(summary);
    return line;
  }
}
