package org.polyphony.study.maestro;

import static org.polyphony.results.table.Formats.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.polyphony.input.Home;
import org.polyphony.results.table.Table;
import org.polyphony.study.Figure;
import org.polyphony.study.FigureContext;
import org.polyphony.study.Finding;
import org.polyphony.study.Verdict;

/**
 * Which of the paper's conclusions depend on the simulator: each statement with the measurements on
 * the paper's own simulator as a device and on the project's GTX 980 model ({@code gtx980}). Reads
 * the findings of both reproductions and runs nothing. Source: GPU Maestro sections 3 to 5.
 */
record Conclusions(List<Row> rows) {
  static final Figure FIGURE = new Figure("conclusions", Conclusions::reproduce);

  private static final String AVERAGE = "over non-shared execution"; // claims of Figure 11
  private static final String REPRODUCTION = "reproduction";
  private static final Set<Verdict> VERDICTS = EnumSet.range(Verdict.HOLDS, Verdict.FAILS);
  private static final String PAPER_DEVICE = "paper-device/" + REPRODUCTION;

  /** Every statement, as it is kept. */
  static final Table<Row> TABLE =
      new Table<Row>("conclusions.csv")
          .text("figure", Row::figure)
          .text("statement", Row::statement)
          .text("paper", Row::paper)
          .text("verdict", row -> value(row.onGtx980, found -> found.verdict().text(), ""))
          .text("measured", row -> value(row.onGtx980, Finding::measured, ""))
          .text(
              "verdictOnPaperDevice",
              row -> value(row.onPaperDevice, found -> found.verdict().text(), ""))
          .text("measuredOnPaperDevice", row -> value(row.onPaperDevice, Finding::measured, ""));

  private static final Table<Tested> BY_FIGURE =
      new Table<Tested>()
          .text("figure", Tested::figure)
          .text("shows", Tested::about)
          .number("statements", of -> of.rows.size())
          .text("gtx980", of -> of.verdicts(Row::onGtx980))
          .text("paper's device", of -> of.verdicts(Row::onPaperDevice));

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

    /** Counts each verdict, in the order of {@link #VERDICTS}. */
    String verdicts(Function<Row, Optional<Finding.Recorded>> device) {
      return VERDICTS.stream()
          .map(verdict -> rows.stream().map(device).filter(one -> is(verdict, one)).count())
          .map(String::valueOf)
          .collect(Collectors.joining(" / "));
    }
  }

  /** A statement, and what each device says of it; empty where it has not been tested. */
  record Row(
      String figure,
      String statement,
      String paper,
      Optional<Finding.Recorded> onPaperDevice,
      Optional<Finding.Recorded> onGtx980) {
    /** Returns true when one device confirms what the other one refutes. */
    boolean dependsOnTheDevice() {
      return isSure(onPaperDevice) && isSure(onGtx980) && holds(onPaperDevice) != holds(onGtx980);
    }

    boolean holdOnBoth() {
      return holds(onPaperDevice) && holds(onGtx980);
    }

    boolean failOnBoth() {
      return isSure(onPaperDevice) && isSure(onGtx980) && !holds(onPaperDevice) && !holds(onGtx980);
    }

    private boolean isAverage() {
      return figure.equals("fig11") && statement.contains(AVERAGE);
    }

    private String average() {
      return statement.substring(0, statement.indexOf(AVERAGE)).strip();
    }

    private static boolean isSure(Optional<Finding.Recorded> one) {
      return one.filter(of -> of.finding().verdict() != Verdict.NOT_SHOWN).isPresent();
    }

    private static boolean holds(Optional<Finding.Recorded> one) {
      return is(Verdict.HOLDS, one);
    }
  }

  private static boolean is(Verdict verdict, Optional<Finding.Recorded> one) {
    return one.filter(of -> of.finding().verdict() == verdict).isPresent();
  }

  private static void reproduce(Figure figure, FigureContext context) {
    Path shipped = Home.find().resolve("experiments");
    Path own = context.folder().path().toAbsolutePath().getParent();
    Path gtx980 = own.endsWith(REPRODUCTION) ? own : shipped.resolve(REPRODUCTION);
    Conclusions all = of(MaestroFigures.parts(), shipped.resolve(PAPER_DEVICE), gtx980);
    TABLE.write(context.folder(), all.rows.stream());
    String text =
        all.count()
            + "\n\nThe last two columns count statements by verdict: "
            + VERDICTS.stream().map(Verdict::text).collect(Collectors.joining(" / "))
            + ".\n\n"
            + BY_FIGURE.markdown(all.byFigure())
            + "\nThe averages of Figure 11:\n\n"
            + AVERAGES.markdown(all.rows.stream().filter(Row::isAverage).toList())
            + "\nStatements that hold on one device and fail on the other:\n\n"
            + STATEMENTS.markdown(all.rows.stream().filter(Row::dependsOnTheDevice).toList());
    figure.finish(context, text, STATEMENTS.lines(all.rows) + all.count() + "\n");
  }

  /** Puts what both reproductions have found side by side. */
  static Conclusions of(List<Figure> figures, Path paper, Path gtx980) {
    List<Row> rows = new ArrayList<>();
    for (Figure figure : figures) {
      Map<String, Finding.Recorded> onPaperDevice = byStatement(paper.resolve(figure.name()));
      Map<String, Finding.Recorded> onGtx980 = byStatement(gtx980.resolve(figure.name()));
      Set<String> statements = new LinkedHashSet<>(onGtx980.keySet());
      statements.addAll(onPaperDevice.keySet());
      for (String statement : statements) {
        Optional<Finding.Recorded> one = Optional.ofNullable(onPaperDevice.get(statement));
        Optional<Finding.Recorded> other = Optional.ofNullable(onGtx980.get(statement));
        String number = one.or(() -> other).orElseThrow().finding().paper();
        rows.add(new Row(figure.name(), statement, number, one, other));
      }
    }
    return new Conclusions(rows);
  }

  private static Map<String, Finding.Recorded> byStatement(Path folder) {
    Map<String, Finding.Recorded> findings = new LinkedHashMap<>();
    Finding.read(folder).stream()
        .filter(of -> VERDICTS.contains(of.finding().verdict()))
        .forEach(of -> findings.put(of.finding().statement(), of));
    return findings;
  }

  private String count() {
    return text(
        "Of %d statements that were tested, %d hold on both devices, %d on neither and %d on one"
            + " only. For the others, an interval includes the opposite or a device was not run.",
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
        .text("gtx980", row -> value(row.onGtx980, Conclusions::cell, "not run"))
        .text("paper's device", row -> value(row.onPaperDevice, Conclusions::cell, "not run"));
  }

  private static String cell(Finding found) {
    return found.measured() + ", " + found.verdict().text();
  }

  private static String value(
      Optional<Finding.Recorded> one, Function<Finding, String> value, String none) {
    return one.map(Finding.Recorded::finding).map(value).orElse(none);
  }
}
