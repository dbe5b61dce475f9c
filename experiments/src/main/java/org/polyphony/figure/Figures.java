package org.polyphony.figure;

import java.util.List;

/** What {@code polyphony reproduce} can make. */
public final class Figures {
  private static final List<Figure> ALL =
      List.of(
          new BenchmarkTable(),
          new Figure2(),
          IpcTrace.figure3(),
          IpcTrace.figure7(),
          new Table3(),
          new Validation());

  private Figures() {}

  /** Returns every figure, sorted by name. */
  public static List<Figure> all() {
    return ALL;
  }

  /** Returns the names, sorted. */
  public static List<String> names() {
    return ALL.stream().map(Figure::name).toList();
  }
}
