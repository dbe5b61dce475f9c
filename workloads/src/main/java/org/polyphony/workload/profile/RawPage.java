package org.polyphony.workload.profile;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.polyphony.input.InvalidInputException;

/** The raw page of a report: for each launch its sizes and counters. */
final class RawPage {
  private static final String BLOCK = "Block Size";
  private static final String GRID = "Grid Size";
  private static final String CAPABILITY = "CC";
  private static final String RANGES =
      "thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg";
  private static final Pattern RANGE = Pattern.compile("domain>:([A-Za-z0-9_.-]{1,60}):[^,]*$");

  /** What every launch has. */
  private static final List<String> NEEDED =
      List.of(
          ReportTable.KERNEL,
          BLOCK,
          GRID,
          Counter.REGISTERS.column(),
          Counter.SHARED_STATIC.column(),
          Counter.SHARED_DYNAMIC.column());

  private static final List<String> COLUMNS =
      Stream.concat(
              Stream.of(ReportTable.KERNEL, BLOCK, GRID, RANGES, CAPABILITY),
              Stream.of(Counter.values()).map(Counter::column))
          .toList();

  // Source of the limits: CUDA C++ Programming Guide, technical specifications, up to 9.0.
  private static final int MOST_THREADS = 1024; // of a thread block
  private static final long MOST_BLOCKS = Integer.MAX_VALUE;
  private static final int MOST_REGISTERS = 1 << 16; // of a thread block
  private static final int MOST_LAUNCHES = 20_000; // which take tens of MB while models are made

  private final Path file;
  private final List<KernelProfile> launches = new ArrayList<>();
  private final Map<Counter, Double> factors = new EnumMap<>(Counter.class);
  private ReportTable table; // null above the header
  private boolean hasUnits;

  private RawPage(Path file) {
    this.file = file;
  }

  /**
   * Reads the launches of a file, without their instructions.
   *
   * @param file output of {@code ncu --page raw --csv}
   * @throws InvalidInputException if it is no such page
   */
  static List<KernelProfile> read(Path file) {
    RawPage page = new RawPage(file);
    ReportTable.forEachRow(file, page::add);
    if (!page.hasUnits) {
      throw new InvalidInputException(
          file
              + ": not the raw page of an Nsight Compute report; write it with"
              + " 'ncu --import REPORT --page raw --csv'");
    }
    return page.launches;
  }

  private void add(CsvRecord row) {
    if (table == null) {
      boolean isHeader = row.getFields().containsAll(List.of(ReportTable.KERNEL, BLOCK));
      table = isHeader ? new ReportTable(file, row, NEEDED, COLUMNS) : null;
    } else if (!hasUnits) {
      Stream.of(Counter.values()).filter(table::has).forEach(counter -> addUnit(row, counter));
      hasUnits = true;
    } else if (launches.size() == MOST_LAUNCHES) {
      throw table.error(row, "found more launches, allowed: at most " + MOST_LAUNCHES);
    } else {
      launches.add(launch(row));
    }
  }

  private void addUnit(CsvRecord row, Counter counter) {
    String text = table.text(row, counter.column());
    OptionalDouble factor = counter.factor(text);
    if (factor.isEmpty()) {
      String unit = counter.unit();
      String allowed = unit.isEmpty() ? "none" : unit + ", or K, M, G or T before it";
      throw table.wrong(row, "unit of " + counter.column(), '"' + text + '"', allowed);
    }
    factors.put(counter, factor.getAsDouble());
  }

  private KernelProfile launch(CsvRecord row) {
    Map<Counter, Double> counters = new EnumMap<>(Counter.class);
    for (Map.Entry<Counter, Double> factor : factors.entrySet()) {
      OptionalDouble number = table.number(row, factor.getKey().column());
      if (number.isPresent()) {
        double value = number.getAsDouble() * factor.getValue();
        counters.put(factor.getKey(), Math.max(0, allowed(row, factor.getKey(), value)));
      }
    }
    if (table.text(row, CAPABILITY).matches("[1-8]\\..*")) {
      counters.putIfAbsent(Counter.CLUSTER, 0.0); // devices before 9.0 have no clusters
    }
    KernelProfile launch =
        new KernelProfile(
            ReportTable.kernel(file, row, table.text(row, ReportTable.KERNEL)),
            range(table.text(row, RANGES)),
            ReportTable.place(file, row),
            sides(row, BLOCK, MOST_THREADS, "threads"),
            sides(row, GRID, MOST_BLOCKS, "thread blocks"),
            counters,
            List.of());
    double registers = counters.getOrDefault(Counter.REGISTERS, 0.0);
    if (registers * launch.threads() > MOST_REGISTERS) {
      String found = "found " + launch.threads() + " threads of " + (long) registers;
      throw table.error(row, found + " registers, allowed: at most " + MOST_REGISTERS + " in all");
    }
    return launch;
  }

  private double allowed(CsvRecord row, Counter counter, double value) {
    if (!counter.allows(value)) {
      String found = '"' + table.text(row, counter.column()) + '"';
      throw table.wrong(row, counter.column(), found, counter.allowed());
    }
    return value;
  }

  /** Returns the innermost NVTX range around a launch; empty without one. */
  private static String range(String ranges) {
    Matcher matcher = RANGE.matcher(ranges.replaceAll("\\s+", " ").strip());
    return matcher.find() ? matcher.group(1) : "";
  }

  private int[] sides(CsvRecord row, String column, long most, String what) {
    String text = table.text(row, column);
    if (!text.matches("\\( *[0-9]{1,9} *, *[0-9]{1,9} *, *[0-9]{1,9} *\\)")) {
      throw table.error(row, column + " is \"" + text + "\", not three numbers (x, y, z)");
    }
    String[] parts = text.replaceAll("[() ]", "").split(",", -1);
    int[] sides = new int[3];
    long product = 1;
    for (int i = 0; i < 3; i++) {
      sides[i] = Integer.parseInt(parts[i]);
      if (sides[i] == 0) {
        throw table.error(row, column + " has a side of 0");
      }
      product = Math.min(product * sides[i], most + 1); // a product of more would overflow
    }
    if (product > most) {
      throw table.wrong(row, column, text, "at most " + most + " " + what);
    }
    return sides;
  }
}
