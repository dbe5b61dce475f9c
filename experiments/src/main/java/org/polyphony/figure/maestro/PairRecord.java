package org.polyphony.figure.maestro;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.pairs.Pair;
import org.polyphony.store.AtomicFile;
import org.polyphony.store.Json;
import org.polyphony.store.OutputFolder;

/** The runs of a figure about pairs, on disk: as a sweep would list them, and as a table. */
final class PairRecord {
  private PairRecord() {}

  static void write(
      OutputFolder folder, PairStudy study, List<Pair> pairs, List<PairFigure.Shown> shown) {
    List<String> lines = new ArrayList<>();
    StringBuilder csv = new StringBuilder("pair,category,variant,stp,antt\n");
    for (Pair pair : pairs) {
      for (PairFigure.Shown each : shown) {
        lines.add(Json.line(line(study, pair, each)));
        csv.append(row(study, pair, each)).append('\n');
      }
    }
    AtomicFile.write(folder.file("results.jsonl"), String.join("\n", lines) + "\n");
    AtomicFile.write(folder.file("pairs.csv"), csv.toString());
  }

  private static String row(PairStudy study, Pair pair, PairFigure.Shown shown) {
    return String.join(
        ",",
        pair.label(),
        pair.category().label(),
        shown.label(),
        Json.field(PairStudy.Metric.STP.of(study.summary(pair, shown.variant()))),
        Json.field(PairStudy.Metric.ANTT.of(study.summary(pair, shown.variant()))));
  }

  private static ObjectNode line(PairStudy study, Pair pair, PairFigure.Shown shown) {
    ObjectNode line = Json.object();
    line.put("run", pair.label() + " " + shown.label());
    ObjectNode summary = (ObjectNode) study.summary(pair, shown.variant()).deepCopy();
    summary.remove("host"); // the only part that is not a function of the config
    summary.put("policy", shown.label()); // what charts call it
    line.setAll(summary);
    return line;
  }
}
