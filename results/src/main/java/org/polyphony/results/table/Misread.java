package org.polyphony.results.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.polyphony.input.Violation;

/** A value of a study that does not fit its table, by its place in the file. */
public final class Misread extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Violation violation;

  public Misread(String path, String found, String allowed) {
    this(new Violation(path, found, allowed));
  }

  private Misread(Violation violation) {
    super(violation.at(""));
    this.violation = violation;
  }

  public Violation violation() {
    return violation;
  }

  /** Reads a part of a file; errors get the part's place. */
  public static <T> T in(String part, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (Misread e) {
      boolean isElement = e.violation.path().startsWith("[");
      throw new Misread(
          isElement
              ? new Violation(part + e.violation.path(), e.violation.found(), e.violation.allowed())
              : e.violation.under(part));
    }
  }

  /** Reads each element of a list in a file. */
  public static <T, R> List<R> each(String list, List<T> elements, Function<T, R> reading) {
    List<R> read = new ArrayList<>();
    for (T element : elements) {
      read.add(in(list + "[" + read.size() + "]", () -> reading.apply(element)));
    }
    return read;
  }
}
