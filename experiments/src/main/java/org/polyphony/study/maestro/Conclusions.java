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
import java.util.function.Function;
import java.util.stream.Collectors;
import org.polyphony.input.Home;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.Verdict;
import org.polyphony.study.pairs.Conditions;
import org.polyphony.text.Table;

/**
 * Which of the paper's conclusions depend on the simulator: each statement with the measurements on
 * the paper's own simulator as a device and on the validated device. Reads the findings of both
 * reproductions and runs nothing. Source: GPU Maestro sections 3 to 5.
 */
record Conclusions(List<Row> rows) {
  static final Figure FIGURE = new Figure("conclusions", Conclusions::reproduce);

  /** The device of the paper, and the order in which its simulator executes. */
  static final Conditions PAPER = new Conditions("gtx980-gpgpusim3", "source");

  private static final String REPRODUCTION = "reproduction";
  private static final String PAPER_DEVICE = "paper-device/" + REPRODUCTION;

  /** Every statement, as it is kept. */
  static final Table<Row> TABLE =
      new Table<Row>("conclusions.csv")
          .text("figure", Row::figure)
          .text("statement", Row::statement)
          .text("paper", Row::paper)
          .text("verdict", row -> value(row.validated, found -> found.verdict().text(), ""))
          .text("measured", row -> value(row.validated, Finding::measured, ""))
          .text("verdictOnPaperDevice", row -> value(row.ours, found -> found.verdict().text(), ""))
          .text("measuredOnPaperDevice", row -> value(row.ours, Finding::measured, ""));

  private static final Table<Tested> BY_FIGURE =
      new Table<Tested>()
          .text("figure", Tested::figure)
          .text("shows", Tested::about)
          .number("statements", of -> of.rows.size())
          .text("hold on gtx980", of -> of.holding(Row::validated))
          .text("on the paper's device", of -> of.holding(Row::ours));

  private static final Table<Row> AVERAGES =
      bothDevices(new Table<Row>().text("average", Row::average));

  private static final Table<Row> STATEMENTS =
      bothDevices(new Table<Row>().text("figure", Row::figure).text("statement", Row::statement));

  /** The statements of a figure. */
  private record Tested(String figure, List<Row> rows) {
    String about() {
      return MaestroFigures.parts().stream()
          .filter(part -> part.name().equals(figure))
          .map(Figure::about)
          .findFirst()
          .orElseThrow();
    }

    /** Counts the statements that hold, and of them those that hold beyond the noise. */
    String holding(Function<Row, Optional<Finding.Recorded>> device) {
      List<Verdict> verdicts =
          rows.stream()
              .flatMap(row -> device.apply(row).stream())
              .map(of -> of.finding().verdict())
              .toList();
      long surely = verdicts.stream().filter(Verdict.HOLDS::equals).count();
      long perhaps = verdicts.stream().filter(Verdict.SEEMS_TO_HOLD::equals).count();
      return perhaps == 0
          ? text("%d of %d", surely, verdicts.size())
          : text("%d of %d, %d more within noise", surely, verdicts.size(), perhaps);
    }
  }

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

    private boolean isAverage() {
      return figure.equals(PairFigure.FIGURE_11.name()) && statement.contains(PairFigure.AVERAGE);
    }

    private String average() {
      return statement.substring(0, statement.indexOf(PairFigure.AVERAGE)).strip();
    }

    private static boolean isSure(Optional<Finding.Recorded> one) {
      return one.filter(of -> of.finding().verdict().isSure()).isPresent();
    }

    private static boolean holds(Optional<Finding.Recorded> one) {
      return one.filter(of -> of.finding().verdict() == Verdict.HOLDS).isPresent();
    }
  }

  private static void reproduce(Figure figure, FigureContext context) {
    Path shipped = Home.find().resolve("experiments");
    Path own = context.folder().path().toAbsolutePath().getParent();
    Path validated = own.endsWith(REPRODUCTION) ? own : shipped.resolve(REPRODUCTION);
    Conclusions all = of(MaestroFigures.parts(), shipped.resolve(PAPER_DEVICE), validated);
    TABLE.write(context.folder(), all.rows.stream());
    String text =
        all.count()
            + "\n\n"
            + BY_FIGURE.markdown(all.byFigure())
            + "\nThe averages of Figure 11:\n\n"
            + AVERAGES.markdown(all.rows.stream().filter(Row::isAverage).toList())
            + "\nStatements that hold on one device and fail on the other:\n\n"
            + STATEMENTS.markdown(all.rows.stream().filter(Row::dependsOnTheDevice).toList());
    figure.finish(context, text, STATEMENTS.lines(all.rows) + all.count() + "\n");
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
        "Of %d statements that were tested, %d hold on both devices, %d on neither and %d on one"
            + " only. The others are within the noise or were not run on both.",
        rows.size(),
        rows.stream().filter(Row::holdOnBoth).count(),
        rows.stream().filter(Row::failOnBoth).count(),
        rows.stream().filter(Row::dependsOnTheDevice).count());
  }

  private List<Tested> byFigure() {
    return rows.stream()
        .collect(Collectors.groupingBy(Row::figure, LinkedHashMap::new, Collectors.toList()))
        .entrySet()
        .stream()
        .map(of -> new Tested(of.getKey(), of.getValue()))
        .toList();
  }

  private static Table<Row> bothDevices(Table<Row> table) {
    return table
        .number("paper", Row::paper)
        .text("gtx980", row -> value(row.validated, Conclusions::cell, "not run"))
        .text("paper's device", row -> value(row.ours, Conclusions::cell, "not run"));
  }

  private static String cell(Finding found) {
    Verdict verdict = found.verdict();
    return found.measured() + ", " + (verdict.isSure() ? verdict.text() : "within noise");
  }

  private static String value(
      Optional<Finding.Recorded> one, Function<Finding, String> value, String none) {
    return one.map(Finding.Recorded::finding).map(value).orElse(none);
  }
}
