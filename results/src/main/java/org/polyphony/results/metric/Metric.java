package org.polyphony.results.metric;

import java.util.Locale;

/**
 * A value of a result file.
 *
 * @param path in the file: {@code []} for each element of a list, {@code *} for each key of an
 *     object whose keys are names of their own
 * @param unit in which it is stored; 1 for a ratio, {@code name}, {@code text} or {@code boolean}
 *     for what is no number
 * @param label what it is called in tables and charts, without its unit
 * @param form how it is shown there
 * @param better which values are better
 * @param meaning its definition
 */
public record Metric(
    String path, String unit, String label, Form form, Better better, String meaning) {

  /** Which of two values is better. */
  public enum Better {
    HIGHER("; higher is better"),
    LOWER("; lower is better"),
    NEITHER("");

    private final String words;

    Better(String words) {
      this.words = words;
    }
  }

  /** How a value is shown to people. */
  public enum Form {
    /** A number of things. */
    COUNT("%,.0f"),
    /** A measured number. */
    NUMBER("%,.1f"),
    /** A number near 1 that is compared with others. */
    RATIO("%.3f"),
    /** A part of a whole, 0 to 1, shown in percent. */
    SHARE("%.1f%%"),
    /** A word. */
    WORD("%s");

    private final String format;

    Form(String format) {
      this.format = format;
    }
  }

  /** Returns a word or a flag; its meaning is said where it is added to {@link Metrics}. */
  public static Metric word(String name, String unit) {
    return new Metric(name, unit, name, Form.WORD, Better.NEITHER, "");
  }

  /** Returns a count of things, likewise. */
  public static Metric count(String name, String unit, String label, Better better) {
    return new Metric(name, unit, label, Form.COUNT, better, "");
  }

  /** Returns a number with a unit, likewise. */
  public static Metric number(String name, String unit, String label, Better better) {
    return new Metric(name, unit, label, Form.NUMBER, better, "");
  }

  /** Returns a number without a unit that is compared with others, likewise. */
  public static Metric ratio(String name, String label, Better better) {
    return new Metric(name, "1", label, Form.RATIO, better, "");
  }

  /** Returns a part of a whole, 0 to 1, likewise. */
  public static Metric share(String name, String label, Better better) {
    return new Metric(name, "1", label, Form.SHARE, better, "");
  }

  Metric meaning(String words) {
    return new Metric(path, unit, label, form, better, words);
  }

  /** Returns the metric of an element or a part: its path is longer by what stands before it. */
  Metric in(String prefix) {
    return new Metric(prefix + path, unit, label, form, better, meaning);
  }

  /** Returns the metric of each value of an object. */
  Metric ofEach() {
    return new Metric(path + ".*", unit, label, form, better, meaning);
  }

  /** Returns the last name of its path. */
  public String name() {
    return path.substring(path.lastIndexOf('.') + 1);
  }

  /** Returns whether its values are numbers, not texts or flags. */
  public boolean isNumber() {
    return form != Form.WORD || unit.equals("number");
  }

  /** Returns its label with the unit, as a heading or the title of an axis. */
  public String heading() {
    return unit.equals("1") || form == Form.WORD ? label : label + " (" + unit + ")";
  }

  /** Returns a value in the form in which it is shown. */
  public String shown(double value) {
    return String.format(Locale.ROOT, form.format, form == Form.SHARE ? 100 * value : value);
  }

  /** Returns its definition, with the direction in which it is better. */
  public String definition() {
    return meaning + better.words;
  }
}
