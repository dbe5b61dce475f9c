package org.polyphony.report;

import java.util.Optional;
import org.polyphony.plot.FailedRun;

/** The runs that failed, with their causes. */
final class FailedRuns implements Part {
  @Override
  public Optional<Section> section(Source source) {
    if (source.results().failures().isEmpty()) {
      return Optional.empty();
    }
    Table table = new Table("Runs that failed").text("Run").text("Cause");
    for (FailedRun run : source.results().failures()) {
      String href = source.links().to("runs/" + run.id() + ".json");
      table.row(Table.Cell.link(run.id(), href), Table.Cell.of(run.cause()));
    }
    Section section = new Section("failed", "Failed runs");
    section.paragraph("They are in no table or chart; polyphony sweep --resume tries them again.");
    return Optional.of(section.table(table));
  }
}
