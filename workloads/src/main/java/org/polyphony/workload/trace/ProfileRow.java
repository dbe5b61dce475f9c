package org.polyphony.workload.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.polyphony.gpu.kernel.OpClass;

/**
 * One figure of a profile, for tables.
 *
 * @param name what it is, with its unit
 * @param value the figure
 * @param kind how it is written
 */
record ProfileRow(String name, double value, Kind kind) {
  enum Kind {
    COUNT,
    RATIO,
    SHARE
  }

  static List<ProfileRow> of(TraceProfile p) {
    List<ProfileRow> rows = new ArrayList<>();
    rows.add(count("launches", p.launches()));
    rows.add(count("thread blocks", p.threadBlocks()));
    rows.add(count("warp instructions", p.warpInstructions()));
    rows.add(count("thread instructions", p.threadInstructions()));
    rows.add(ratio("mean active lanes", p.meanActiveLanes()));
    for (OpClass opClass : OpClass.values()) {
      rows.add(new ProfileRow("share of " + opClass, p.share(opClass), Kind.SHARE));
    }
    rows.add(count("barriers (per warp)", p.barriers()));
    rows.add(count("global reads", p.global().reads()));
    rows.add(count("global writes", p.global().writes()));
    rows.add(ratio("32 B sectors per global access", p.global().sectorsPerAccess()));
    rows.add(ratio("128 B lines per global access", p.global().linesPerAccess()));
    rows.add(count("local accesses", p.localAccesses()));
    rows.add(count("constant reads with an address", p.constantReads()));
    rows.add(count("shared accesses", p.shared().accesses()));
    rows.add(ratio("bank-conflict degree", p.shared().bankConflictDegree()));
    rows.add(count("footprint (bytes)", p.global().footprintBytes()));
    rows.add(ratio("bytes read per byte written", p.global().readWriteRatio()));
    return rows;
  }

  private static ProfileRow count(String name, long value) {
    return new ProfileRow(name, value, Kind.COUNT);
  }

  private static ProfileRow ratio(String name, double value) {
    return new ProfileRow(name, value, Kind.RATIO);
  }

  String text() {
    return switch (kind) {
      case COUNT -> String.format(Locale.ROOT, "%,.0f", value);
      case RATIO -> Double.isInfinite(value) ? "only reads" : fixed("%.3f", value);
      case SHARE -> fixed("%.2f%%", value * 100);
    };
  }

  private static String fixed(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
