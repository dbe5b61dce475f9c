package org.polyphony.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.polyphony.plot.Picture;

/**
 * A section of the page, shown in the order of its lists; one whose lists are empty is left out.
 * The template reads them, and methods without arguments.
 */
record Section(
    String id,
    String title,
    List<String> paragraphs,
    List<KeyNumber> keyNumbers,
    List<Fact> facts,
    List<String> markups,
    List<Gallery> galleries,
    List<HtmlTable<?>> tables,
    List<Code> codes) {
  /** Makes an empty section. */
  Section(String id, String title) {
    this(id, title, list(), list(), list(), list(), list(), list(), list());
  }

  private static <T> List<T> list() {
    return new ArrayList<>();
  }

  /** A number in large print. */
  record KeyNumber(String label, String value, String note) {}

  /** A name and its value; with an address, a link. */
  record Fact(String name, String text, String href) {
    private static final int LONG = 36;

    boolean isLong() {
      return text.length() > LONG;
    }
  }

  /** Charts of one kind. */
  record Gallery(String title, List<Picture> pictures) {}

  /** A text in fixed pitch that is folded away at first. */
  record Code(String title, String text) {}

  Section paragraph(String text) {
    paragraphs.add(text);
    return this;
  }

  Section keyNumber(String label, String value, String note) {
    keyNumbers.add(new KeyNumber(label, value, note));
    return this;
  }

  /** Adds a fact, unless its text is empty. */
  Section fact(String name, String text) {
    if (!text.isEmpty()) {
      facts.add(new Fact(name, text, ""));
    }
    return this;
  }

  /** Adds a table, unless it has no row. */
  Section table(HtmlTable<?> table) {
    if (!table.isEmpty()) {
      tables.add(table);
    }
    return this;
  }

  /** Adds markup that has been made safe. */
  Section markup(String html) {
    markups.add(html);
    return this;
  }

  boolean isEmpty() {
    return Stream.of(paragraphs, keyNumbers, facts, markups, galleries, tables, codes)
        .allMatch(List::isEmpty);
  }

  boolean hasKeyNumbers() {
    return !keyNumbers.isEmpty();
  }

  boolean hasFacts() {
    return !facts.isEmpty();
  }
}
