package org.polyphony.figure.maestro;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Collectors;
import org.polyphony.pairs.Pair;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.store.OutputFolder;
import org.polyphony.text.Table;

/**
 * The run of a pair under a variant, on disk as a sweep would list it, and as a row of a table.
 *
 * @param study has its summary
 * @param shown the variant
 */
record PairRecord(PairStudy study, Pair pair, PairFigure.Shown shown) {
  static final Table<PairRecord> TABLE =
      new Table<PairRecord>("pairs.csv")
          .text("pair", r -> r.pair.label())
          .text("category", r -> r.pair.category().label())
          .text("variant", r -> r.shown.label())
          .text("stp", r -> r.value(PairStudy.Metric.STP))
          .text("antt", r -> r.value(PairStudy.Metric.ANTT));

  static void write(
      OutputFolder folder, PairStudy study, List<Pair> pairs, List<PairFigure.Shown> shown) {
    List<PairRecord> all =
        pairs.stream()
            .flatMap(pair -> shown.stream().map(each -> new PairRecord(study, pair, each)))
            .toList();
    AtomicFile.write(
        folder.file("results.jsonl"),
        all.stream().map(r -> Json.line(r.line()) + "\n").collect(Collectors.joining()));
    TABLE.write(folder, all.stream());
  }

  private double value(PairStudy.Metric metric) {
    return study.value(pair, shown.variant(), metric);
  }

  private ObjectNode line() {
    ObjectNode line = Json.object();
    line.put("run", pair.label() + " " + shown.label());
    ObjectNode summary = (ObjectNode) study.summary(pair, shown.variant()).deepCopy();
    summary.remove("host"); // the only part that is not a function of the config
    summary.put("policy", shown.label()); // what charts call it
    line.setAll(summary);
    return line;
  }
}
