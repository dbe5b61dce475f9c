package org.polyphony.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What made the results. */
final class MadeWith implements Part {
  private static final int MOST_VALUES = 4;

  @Override
  public Optional<Section> section(Source source) {
    List<Source.Run> runs = source.runs();
    if (runs.isEmpty()) {
      return Optional.empty();
    }
    Section section = new Section("provenance", "Provenance");
    section.fact("Polyphony", values(runs, "version"));
    section.fact("Commit", values(runs, "gitCommit"));
    section.fact("Java", values(runs, "java"));
    section.fact("Config hash", values(runs, "configHash"));
    return Optional.of(section);
  }

  private static String values(List<Source.Run> runs, String key) {
    Set<String> values = new LinkedHashSet<>();
    for (Source.Run run : runs) {
      String value = run.record().summary().at("/provenance/" + key).asText("");
      values.add(value.isEmpty() || value.equals("null") ? "unknown" : value);
    }
    return values.size() > MOST_VALUES
        ? values.size() + " different, in the files of the runs"
        : String.join(", ", values);
  }
}
