package org.polyphony.study.engine;

import org.polyphony.config.Quantity.Form;

/**
 * The value of a quantity.
 *
 * @param name of the quantity; may be empty
 * @param low lower end of its 95% interval; NaN without one
 * @param high upper end
 * @param form how it is printed
 * @param words in place of the number; empty for the number
 * @param place where it is, if that is asked for
 * @param rows of the table that it is about
 */
record Measured(
    String name,
    double value,
    double low,
    double high,
    Form form,
    String words,
    String place,
    int rows) {

  static Measured of(double value, int rows) {
    return new Measured("", value, Double.NaN, Double.NaN, Form.RATIO, "", "", rows);
  }

  Measured named(String other, Form shownAs) {
    return new Measured(other, value, low, high, shownAs, words, place, rows);
  }

  Measured at(String column) {
    return new Measured(name, value, low, high, form, words, column, rows);
  }

  Measured inWords(String text) {
    return new Measured(name, value, low, high, form, text, place, rows);
  }

  boolean hasInterval() {
    return Double.isFinite(low);
  }

  /** Returns the value as it is printed, with its interval or place. */
  String text() {
    if (!words.isEmpty()) {
      return words;
    }
    String interval = hasInterval() ? " (" + form.text(low) + " to " + form.text(high) + ")" : "";
    return form.text(value) + interval + (place.isEmpty() ? "" : " at " + place);
  }
}
