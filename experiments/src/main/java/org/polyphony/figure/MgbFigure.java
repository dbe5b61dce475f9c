package org.polyphony.figure;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.polyphony.store.AtomicFile;

/**
 * A figure or table of MGB's evaluation on the Rodinia mixes, as a table of what the paper states
 * beside what runs give.
 */
final class MgbFigure implements Figure {
  private final String name;
  private final String about;
  private final String source;
  private final Function<MgbRuns, List<Row>> rows;

  /** What a value is. */
  enum Unit {
    /** A ratio; differences are relative. */
    RATIO,
    /** A part of the whole, in percent; differences are in points. */
    PERCENT
  }

  /**
   * A value.
   *
   * @param label what it is
   * @param unit what a value is
   * @param paper stated; not a number where it is not
   * @param measured from runs
   */
  record Row(String label, Unit unit, double paper, double measured) {
    /** Returns a row for what the paper only plots, or does not show. */
    static Row unstated(String label, Unit unit, double measured) {
      return new Row(label, unit, Double.NaN, measured);
    }

    private String text() {
      return "| %s | %s | **%s** | %s |%n"
          .formatted(label, show(paper), show(measured), difference())
          .replace(System.lineSeparator(), "\n");
    }

    private String show(double value) {
      if (Double.isNaN(value)) {
        return "-";
      }
      return unit == Unit.RATIO
          ? String.format(Locale.ROOT, "%.2f", value)
          : String.format(Locale.ROOT, "%.1f%%", 100 * value);
    }

    private String difference() {
      if (Double.isNaN(paper)) {
        return "-";
      }
      return unit == Unit.RATIO
          ? String.format(Locale.ROOT, "%+.0f%%", 100 * (measured / paper - 1))
          : String.format(Locale.ROOT, "%+.1f points", 100 * (measured - paper));
    }
  }

  MgbFigure(String name, String about, String source, Function<MgbRuns, List<Row>> rows) {
    this.name = name;
    this.about = about;
    this.source = source;
    this.rows = rows;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String about() {
    return about;
  }

  @Override
  public String source() {
    return source;
  }

  @Override
  public void reproduce(FigureContext context) {
    String table = table(rows.apply(new MgbRuns()));
    AtomicFile.write(
        context.folder().file(Reproduction.fileOf(this)),
        "## " + source + ": " + about + "\n\n" + table);
    context.out().print(table);
    context.out().println("written to " + context.folder().path());
    context.out().flush();
  }

  /** Returns the rows as a table in Markdown. */
  static String table(List<Row> rows) {
    StringBuilder text =
        new StringBuilder("| value | paper | measured | difference |\n|---|--:|--:|--:|\n");
    rows.forEach(row -> text.append(row.text()));
    return text.append('\n').toString();
  }
}
