package org.polyphony.config;

import java.util.List;
import java.util.Locale;
import org.polyphony.input.Key;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** A number read from the table of a study: {@code docs/studies.md} explains each operator. */
public record Quantity(
    @Key(value = "name for formulas, conditions, pages and columns of tables", absent = "")
        String name,
    @Key(value = "column that is read", absent = "") String of,
    @Key(value = "formula in place of a column, as a / b", absent = "") String is,
    @Key(value = "conditions that rows meet, as seed = 1", absent = "[]") List<String> where,
    @Key(value = "divide by the partner that meets these conditions", absent = "[]")
        List<String> over,
    @Key(value = "divide the partner that meets these conditions by the row", absent = "[]")
        List<String> under,
    @Key(
            value = "which of several partners counts, by the column that is read",
            oneOf = {"only", "max", "min"},
            absent = "only")
        String partner,
    @Key(
            value = "how many rows become one number",
            oneOf = {
              "only",
              "geomean",
              "mean",
              "median",
              "max",
              "min",
              "sum",
              "count",
              "deviation",
              "wins",
              "error",
              "correlation"
            },
            absent = "only")
        String by,
    @Key(
            value = "columns of a group: a derived column has what by makes of the rows of a group",
            absent = "[]")
        List<String> per,
    @Key(
            value = "column that tells where max, min or the worst error is; with per, the value",
            absent = "")
        String at,
    @Key(value = "column that error and correlation compare with", absent = "") String against,
    @Key(
            value = "how the number is printed",
            oneOf = {"plain", "number", "ratio", "change", "share", "percent"},
            absent = Key.NONE)
        String shownAs,
    @Key(value = "number of a derived column in rows that have none", min = -Key.LONGEST)
        Double missing,
    @Key(value = "decimals in a CSV file", max = 15) Integer decimals,
    @Key(value = "workload of the run that is read, from 1", min = 1, max = 32) Integer workload)
    implements Keys.Related {

  /** How a number is printed. */
  public enum Form {
    /** Digits as needed. */
    PLAIN("%.6g", 1, 0),
    /** Two decimals. */
    NUMBER("%.2f", 1, 0),
    /** Three decimals. */
    RATIO("%.3f", 1, 0),
    /** Percent above or below 1. */
    CHANGE("%+.1f%%", 100, 1),
    /** Percent above or below 1 of the reciprocal: of a metric whose partner is divided by it. */
    INVERSE_CHANGE("%+.1f%%", 100, 1),
    /** Percent with one decimal. */
    SHARE("%.1f%%", 100, 0),
    /** Whole percent. */
    PERCENT("%.0f%%", 100, 0);

    private final String format;
    private final double scale;
    private final double origin;

    Form(String format, double scale, double origin) {
      this.format = format;
      this.scale = scale;
      this.origin = origin;
    }

    /** Returns a number as it is printed; a dash if it is not finite. */
    public String text(double value) {
      if (!Double.isFinite(value)) {
        return "-";
      }
      boolean isWhole = this == PLAIN && value == Math.rint(value);
      return String.format(Locale.ROOT, isWhole ? "%.0f" : format, scaled(value));
    }

    /** Returns the number that is printed, such as 45 for a change of 1.45. */
    public double scaled(double value) {
      return scale * ((this == INVERSE_CHANGE ? 1 / value : value) - origin);
    }
  }

  @Override
  public void check(Violation.Checks checks) {
    boolean isCount = by.equals("count");
    checks.require(of.isEmpty() || is.isEmpty(), "is", "excludes of; remove one of them");
    checks.require(isCount || !(of + is).isEmpty(), "of", "", "a column, or is, or by count");
    checks.require(over.isEmpty() || under.isEmpty(), "under", "excludes over; remove one of them");
    checks.require(is.isEmpty() || !isPaired(), "is", "a formula with partners", "of");
    boolean isChosen = !partner.equals("only");
    checks.require(!isChosen || isPaired(), "partner", partner, "over or under beside it");
    boolean isCompared = by.equals("error") || by.equals("correlation");
    checks.require(
        isCompared != against.isEmpty(),
        "against",
        "'" + against + "'",
        "a column with by error or correlation only");
    checks.require(!isOfGroup() || !isPaired(), "per", "partners beside per", "a column of each");
  }

  /** Returns whether it is read in each row alone. */
  boolean isOfRow() {
    return where.isEmpty() && by.equals("only") && at.isEmpty();
  }

  /** Requires that quantities that are no columns have none of the keys of columns. */
  static void requireNoColumns(List<Quantity> all, String path, Violation.Checks checks) {
    for (int i = 0; i < all.size(); i++) {
      Quantity of = all.get(i);
      String key = of.isOfGroup() ? "per" : "missing";
      boolean isPlain = !of.isOfGroup() && of.missing == null;
      checks.require(isPlain, path + "[" + i + "]." + key, key, "only in columns");
    }
  }

  /** Returns whether it has a value in each row of a group, which all rows of it make. */
  public boolean isOfGroup() {
    return !per.isEmpty();
  }

  /** Returns how the number is printed. */
  public Form form(Form usual) {
    return shownAs == null ? usual : Form.valueOf(shownAs.toUpperCase(Locale.ROOT));
  }

  /** Returns whether it is compared with partners. */
  public boolean isPaired() {
    return !over.isEmpty() || !under.isEmpty();
  }
}
