package org.polyphony.fuzz;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.polyphony.compare.Choices;

/** Damages the tables of a report: columns, units, counts, instructions, branches, kernels. */
final class ReportMutator {
  private static final int SOURCE = 1; // columns of a listing
  private static final int FIRST_COUNT = 2;

  /** Of kinds that a kernel may lack, and that no SM has. */
  private static final List<String> INSTRUCTIONS = Seeds.words("listed instructions");

  private final Choices choices;

  ReportMutator(Choices choices) {
    this.choices = choices;
  }

  /** Damages some of the pages' tables. */
  void damage(ReportPages pages) {
    for (int i = choices.of(1, 1, 1, 2, 2, 4, 8); i > 0; i--) {
      int kind = choices.between(0, 9);
      if (kind == 0) {
        kernels(pages);
      } else if (kind <= 2) {
        raw(pages.raw());
      } else if (!pages.listings().isEmpty()) {
        listing(choices.of(pages.listings()));
      }
    }
  }

  /** Kernels listed twice, in another order, or on one page only. */
  private void kernels(ReportPages pages) {
    List<List<List<String>>> listings = pages.listings();
    switch (choices.between(0, 5)) {
      case 0 -> duplicate(listings);
      case 1 -> remove(listings);
      case 2 -> Collections.reverse(listings);
      case 3 -> duplicate(pages.raw());
      case 4 ->
          rename(pages, choices.of("k\u0007", "\u001b[2J", "a\tb", "\u007f", "\n", "k(\u0000)"));
      default -> {
        duplicate(listings);
        pages.raw().add(pages.raw().get(pages.raw().size() - 1));
      }
    }
  }

  private static void rename(ReportPages pages, String name) {
    pages.listings().forEach(listing -> set(listing.get(0), 1, name));
    List<List<String>> raw = pages.raw();
    int column = raw.get(0).indexOf("Kernel Name");
    raw.subList(Math.min(raw.size(), ReportPages.HEAD), raw.size())
        .forEach(row -> set(row, column, name));
  }

  private <T> void duplicate(List<T> list) {
    if (!list.isEmpty()) {
      list.add(choices.of(list));
    }
  }

  private <T> void remove(List<T> list) {
    if (!list.isEmpty()) {
      list.remove(choices.between(0, list.size() - 1));
    }
  }

  private void raw(List<List<String>> rows) {
    if (rows.size() < ReportPages.HEAD || rows.get(0).isEmpty()) {
      return; // cut before
    }
    int column = choices.between(0, rows.get(0).size() - 1);
    List<String> row = choices.of(rows);
    switch (choices.between(0, 6)) {
      case 0 -> columns(rows, column);
      case 1 ->
          set(rows.get(1), column, choices.of("byte", "Kbyte", "Gbyte", "Tbyte", "s", "%", "?"));
      case 2 -> remove(rows);
      case 3 -> set(row, rows.get(0).indexOf(choices.of("Block Size", "Grid Size")), sides());
      case 4 -> cut(row);
      default -> set(row, column, odd());
    }
    if (rows.isEmpty()) {
      rows.add(new ArrayList<>(List.of("")));
    }
  }

  private String sides() {
    List<Integer> some = List.of(0, 1, 2, 31, 33, 64, 1024, 1025, 65_536, 999_999_999);
    return "(%d, %d, %d)"
        .formatted(choices.of(some), choices.of(1, 1, choices.of(some)), choices.of(1, 1, 3));
  }

  private void columns(List<List<String>> rows, int column) {
    int other = choices.between(0, rows.get(0).size() - 1);
    int kind = choices.between(0, 3);
    for (List<String> row : rows) {
      if (column < row.size() && other < row.size()) {
        switch (kind) {
          case 0 -> row.remove(column);
          case 1 -> Collections.swap(row, column, other);
          case 2 -> row.add(other, row.get(column));
          default -> row.set(column, row == rows.get(0) ? odd() : row.get(column));
        }
      }
    }
  }

  private void listing(List<List<String>> rows) {
    if (rows.size() <= ReportPages.HEAD || choices.percent(6)) {
      if (!rows.get(1).isEmpty()) {
        columns(rows.subList(1, rows.size()), choices.between(0, rows.get(1).size() - 1));
      }
      return;
    }
    int at = choices.between(ReportPages.HEAD, rows.size() - 1);
    List<String> row = rows.get(at);
    if (row.size() <= FIRST_COUNT) {
      return; // cut before
    }
    switch (choices.between(0, 11)) {
      case 0 -> set(row, choices.between(0, row.size() - 1), odd());
      case 1, 2 -> set(row, choices.between(FIRST_COUNT, row.size()), count(row));
      case 3 -> counts(rows, at);
      case 4, 5 -> set(row, SOURCE, branch(rows, row));
      case 6 -> set(row, SOURCE, choices.of(INSTRUCTIONS));
      case 7 -> insert(rows, at);
      case 8 -> set(row, SOURCE, new TextMutator(choices).mutant(row.get(SOURCE)));
      case 9 -> cut(row);
      case 10 -> move(rows, at);
      default -> rows.subList(at, Math.min(rows.size(), at + choices.of(1, 4, 99))).clear();
    }
  }

  /** A count that others of the row contradict, as often as not. */
  private String count(List<String> row) {
    return choices.percent(50)
        ? OddValues.number(choices).asText()
        : row.get(choices.between(Math.min(FIRST_COUNT, row.size() - 1), row.size() - 1));
  }

  /** Counters of some instructions in a row, by a factor or of another one. */
  private void counts(List<List<String>> rows, int at) {
    List<String> other = rows.get(choices.between(ReportPages.HEAD, rows.size() - 1));
    String factor = choices.of("0", "00", "000000", "");
    boolean copies = choices.percent(40);
    int end = Math.min(rows.size(), at + choices.of(1, 3, 20, 200));
    for (List<String> row : rows.subList(at, end)) {
      for (int c = FIRST_COUNT; c < Math.min(row.size(), other.size()); c++) {
        row.set(c, copies ? other.get(c) : row.get(c) + factor);
      }
    }
  }

  /** A branch to any instruction of the listing, or to none. */
  private String branch(List<List<String>> rows, List<String> own) {
    String some = first(choices.of(rows.subList(ReportPages.HEAD, rows.size())));
    String target =
        choices.of(some, some, some, first(own), "0x0", "0x7f62e57c0608", "0x7fffffffffffffff");
    return choices.of("", "", "@P0 ", "@!P0 ", "@PT ", "@!UP1 ")
        + choices.of(
            "BRA ", "BRA ", "BRA !P1, ", "BRA.DIV UR4, ", "CALL.REL.NOINC ", "JMP ", "BRX ")
        + target;
  }

  private static String first(List<String> row) {
    return row.isEmpty() ? "" : row.get(0);
  }

  /** A new instruction with the counters of the one before it, and the space of the one behind. */
  private void insert(List<List<String>> rows, int at) {
    List<String> row = new ArrayList<>(rows.get(at));
    set(row, SOURCE, choices.percent(50) ? branch(rows, row) : choices.of(INSTRUCTIONS));
    rows.add(at, row);
    if (choices.percent(90)) {
      renumber(rows);
    }
  }

  private void move(List<List<String>> rows, int at) {
    int to = choices.between(ReportPages.HEAD, rows.size() - 1);
    if (choices.percent(50)) {
      Collections.swap(rows, at, to);
      swapFirst(rows.get(at), rows.get(to));
    } else {
      rows.add(to, new ArrayList<>(rows.get(at)));
      renumber(rows);
    }
  }

  private static void swapFirst(List<String> one, List<String> other) {
    if (!one.isEmpty() && !other.isEmpty()) {
      other.set(0, one.set(0, other.get(0)));
    }
  }

  /** Moves instructions up until none is at the place of another. */
  private static void renumber(List<List<String>> rows) {
    long next = 0;
    for (List<String> row : rows.subList(ReportPages.HEAD, rows.size())) {
      String text = row.isEmpty() ? "" : row.get(0);
      if (text.matches("0x[0-9a-f]{1,12}")) {
        long at = Math.max(next, Long.parseLong(text.substring(2), 16));
        row.set(0, "0x" + Long.toHexString(at));
        next = at + 16;
      }
    }
  }

  private void cut(List<String> row) {
    row.subList(choices.between(0, row.size()), row.size()).clear();
  }

  private String odd() {
    if (choices.percent(15)) {
      return choices.of("n/a", "nan", "-", "1,5", "1,234.5", "12,345,678", "1,2345", "1.2.3", "+1");
    }
    return choices.percent(50) ? OddValues.number(choices).asText() : OddValues.text(choices);
  }

  private static void set(List<String> row, int column, String text) {
    if (column >= 0 && column < row.size()) {
      row.set(column, text);
    }
  }
}
