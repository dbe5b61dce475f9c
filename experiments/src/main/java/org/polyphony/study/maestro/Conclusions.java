package org.polyphony.study.maestro;

import static org.polyphony.text.Formats.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.polyphony.input.Home;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.Verdict;
import org.polyphony.study.pairs.Conditions;
import org.polyphony.text.Table;

/**
 * Which of the paper's conclusions depend on the simulator: each statement beside what was found on
 * the paper's own simulator as a device and on the validated device. It reads what the figures of
 * both reproductions have written, and runs nothing. Source: GPU Maestro sections 3 to 5.
 */
record Conclusions(List<Row> rows) {
  static final Figure FIGURE = new Figure("conclusions", Conclusions::reproduce);

  /** The device of the paper, and the order in which its simulator executes. */
  static final Conditions PAPER = new Conditions("gtx980-gpgpusim3", "source");

  private static final String PAPERS = "experiments/paper-device/reproduction";
  private static final String VALIDATED = "experiments/reproduction";

  /** A statement, and what each device says of it; empty where it has not been tested. */
  record Row(
      String figure,
      String statement,
      String paper,
      Optional<Finding.Recorded> ours,
      Optional<Finding.Recorded> validated) {
    /** Returns true when one device confirms what the other one refutes. */
    boolean dependsOnTheDevice() {
      return isSure(ours) && isSure(validated) && holds(ours) != holds(validated);
    }

    boolean holdOnBoth() {
      return holds(ours) && holds(validated);
    }

    boolean failOnBoth() {
      return isSure(ours) && isSure(validated) && !holds(ours) && !holds(validated);
    }

    private String line(Finding.Recorded of) {
      return "- " + figure + ": " + of.conditions() + "\n";
    }

    private static boolean isSure(Optional<Finding.Recorded> one) {
      return one.filter(of -> of.finding().verdict().isSure()).isPresent();
    }

    private static boolean holds(Optional<Finding.Recorded> one) {
      return one.filter(of -> of.finding().verdict() == Verdict.HOLDS).isPresent();
    }
  }

  private static void reproduce(Figure figure, FigureContext context) {
    Path home = Home.find();
    Conclusions all = of(MaestroFigures.parts(), home.resolve(PAPERS), home.resolve(VALIDATED));
    String text =
        all.count()
            + "\n\nOn one device each of these holds, on the other one it does not:\n\n"
            + table().markdown(all.rows.stream().filter(Row::dependsOnTheDevice).toList())
            + "\nAll statements:\n\n"
            + table().markdown(all.rows)
            + "\nWhat was run:\n\n"
            + all.conditions();
    figure.finish(context, text, table().lines(all.rows) + all.count() + "\n");
  }

  /** Puts what both reproductions have found side by side. */
  static Conclusions of(List<Figure> figures, Path paper, Path validated) {
    List<Row> rows = new ArrayList<>();
    for (Figure figure : figures) {
      Map<String, Finding.Recorded> ours = byStatement(paper.resolve(figure.name()));
      Map<String, Finding.Recorded> theirs = byStatement(validated.resolve(figure.name()));
      Set<String> statements = new LinkedHashSet<>(theirs.keySet());
      statements.addAll(ours.keySet());
      for (String statement : statements) {
        Optional<Finding.Recorded> one = Optional.ofNullable(ours.get(statement));
        Optional<Finding.Recorded> other = Optional.ofNullable(theirs.get(statement));
        String number = one.or(() -> other).orElseThrow().finding().paper();
        rows.add(new Row(figure.name(), statement, number, one, other));
      }
    }
    return new Conclusions(rows);
  }

  private static Map<String, Finding.Recorded> byStatement(Path folder) {
    Map<String, Finding.Recorded> findings = new LinkedHashMap<>();
    Finding.read(folder).forEach(of -> findings.put(of.finding().statement(), of));
    return findings;
  }

  private String count() {
    return text(
        "%d statements were tested. Hold on both devices: %d; on neither: %d; on one alone: %d. Of"
            + " the others an interval is too wide, or a run is missing.",
        rows.size(),
        rows.stream().filter(Row::holdOnBoth).count(),
        rows.stream().filter(Row::failOnBoth).count(),
        rows.stream().filter(Row::dependsOnTheDevice).count());
  }

  private static Table<Row> table() {
    return new Table<Row>()
        .text("figure", Row::figure)
        .text("the paper", Row::statement)
        .number("number", Row::paper)
        .text("paper's device", row -> cell(row.ours))
        .text("validated device", row -> cell(row.validated));
  }

  private static String cell(Optional<Finding.Recorded> one) {
    return one.map(Finding.Recorded::finding)
        .map(found -> found.verdict().text() + ": " + found.measured())
        .orElse("not run");
  }

  private String conditions() {
    return rows.stream()
        .flatMap(row -> Stream.of(row.ours, row.validated).flatMap(Optional::stream).map(row::line))
        .distinct()
        .collect(Collectors.joining());
  }
}
