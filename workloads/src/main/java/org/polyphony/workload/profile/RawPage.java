package org.polyphony.workload.profile;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.input.InvalidInputException;

/** The raw page of a report: for each launch its sizes and counters. */
final class RawPage {
  private static final String KERNEL = "Kernel Name";
  private static final String BLOCK = "Block Size";
  private static final String GRID = "Grid Size";
  private static final String REGISTERS = "launch__registers_per_thread";
  private static final String SHARED_STATIC = "launch__shared_mem_per_block_static";
  private static final String SHARED_DYNAMIC = "launch__shared_mem_per_block_dynamic";
  private static final String CLUSTER = "launch__cluster_size"; // 0 without clusters
  private static final String RANGES =
      "thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg";
  private static final Pattern RANGE = Pattern.compile("domain>:([A-Za-z0-9_.-]{1,60}):[^,]*$");

  /** Counters of which the unit matters. */
  private static final List<String> BYTES =
      List.of(
          SHARED_STATIC,
          SHARED_DYNAMIC,
          "dram__bytes_read.sum",
          "l1tex__m_l1tex2xbar_write_bytes_mem_global_op_tma_st.sum",
          "l1tex__m_xbar2l1tex_read_bytes_mem_global_op_tma_ld.sum");

  // Source of the limits: CUDA C++ Programming Guide, technical specifications, up to 9.0.
  private static final int MOST_THREADS = 1024; // of a thread block
  private static final int MOST_REGISTERS = 255; // of a thread
  private static final int MOST_SHARED_BYTES = 228 * 1024; // of an SM
  private static final int MOST_OF_CLUSTER = 16; // thread blocks
  private static final long MOST_BLOCKS = Integer.MAX_VALUE;
  private static final double MOST = 1e18; // of any counter

  private final ReportTable table;
  private final CsvRecord units;
  private final List<CsvRecord> launches;
  private final List<String> kernels;

  /**
   * Reads the launches of a file.
   *
   * @param file output of {@code ncu --page raw --csv}
   * @throws InvalidInputException if it is no such page
   */
  RawPage(Path file) {
    List<CsvRecord> rows = ReportTable.rows(file);
    int header = 0;
    while (header < rows.size()
        && !rows.get(header).getFields().containsAll(List.of(KERNEL, BLOCK))) {
      header++;
    }
    if (header + 2 > rows.size()) {
      throw new InvalidInputException(
          file
              + ": not the raw page of an Nsight Compute report; write it with"
              + " 'ncu --import REPORT --page raw --csv'");
    }
    this.table =
        new ReportTable(
            file,
            rows.get(header),
            List.of(KERNEL, BLOCK, GRID, "CC", REGISTERS, SHARED_STATIC, SHARED_DYNAMIC));
    this.units = rows.get(header + 1);
    this.launches = rows.subList(header + 2, rows.size());
    this.kernels = launches.stream().map(launch -> table.text(launch, KERNEL)).toList();
    BYTES.stream().filter(table.columns()::containsKey).forEach(this::requireBytes);
  }

  private void requireBytes(String column) {
    String unit = table.text(units, column).split("/", 2)[0];
    if (!unit.matches("[KMGT]?byte")) {
      String allowed = "byte, Kbyte, Mbyte, Gbyte or Tbyte";
      throw table.error(
          units, "unit of " + column + ": found \"" + unit + "\", allowed: " + allowed);
    }
  }

  /** Returns the kernel of each launch. */
  List<String> kernels() {
    return kernels;
  }

  /** Returns the error of a launch. */
  InvalidInputException error(int launch, String what) {
    return table.error(launches.get(launch), what);
  }

  /**
   * Returns a launch.
   *
   * @param code its instructions
   */
  KernelProfile profile(int launch, List<SassLine> code) {
    CsvRecord row = launches.get(launch);
    Map<String, Double> metrics = new HashMap<>();
    table.columns().forEach((name, at) -> put(metrics, name, row, at));
    int[] block = sides(row, BLOCK, MOST_THREADS, "threads");
    int[] grid = sides(row, GRID, MOST_BLOCKS, "thread blocks");
    double shared =
        number(row, metrics, SHARED_STATIC, 0, MOST_SHARED_BYTES)
            + number(row, metrics, SHARED_DYNAMIC, 0, MOST_SHARED_BYTES);
    boolean hasClusters = metrics.getOrDefault(CLUSTER, 0.0) > 0;
    return new KernelProfile(
        kernels.get(launch),
        range(table.text(row, RANGES)),
        block,
        grid,
        (int) Math.round(number(row, metrics, REGISTERS, 1, MOST_REGISTERS)),
        Math.round(shared),
        hasClusters ? (int) number(row, metrics, CLUSTER, 1, MOST_OF_CLUSTER) : 1,
        table.text(row, "CC"),
        metrics,
        code);
  }

  private double number(
      CsvRecord row, Map<String, Double> metrics, String column, int least, int most) {
    double value = metrics.getOrDefault(column, -1.0);
    if (value < least || value > most) {
      String found = column + ": found \"" + table.text(row, column) + "\"";
      throw table.error(row, found + ", allowed: " + least + " to " + most);
    }
    return value;
  }

  /** Returns the innermost NVTX range around a launch; empty without one. */
  private static String range(String ranges) {
    Matcher matcher = RANGE.matcher(ranges.replaceAll("\\s+", " ").strip());
    return matcher.find() ? matcher.group(1) : "";
  }

  /** Some counters are sums over passes of the profiler and end slightly below 0. */
  private void put(Map<String, Double> metrics, String name, CsvRecord row, int at) {
    String text = at < row.getFieldCount() ? row.getField(at).replace(",", "") : "";
    if (text.matches("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?")) {
      String unit = at < units.getFieldCount() ? units.getField(at) : "";
      double value = Double.parseDouble(text) * factor(unit);
      if (value > MOST) {
        throw table.error(row, name + ": found " + text + " " + unit + ", allowed: at most 10^18");
      }
      metrics.put(name, Math.max(0, value));
    }
  }

  /** Returns the factor to bytes, seconds and hertz. */
  private static double factor(String unit) {
    String first = unit.split("/", 2)[0];
    if (first.endsWith("byte") && first.length() == 5) {
      return prefix(first.charAt(0));
    }
    return switch (first) {
      case "ns", "nsecond" -> 1e-9;
      case "us", "usecond" -> 1e-6;
      case "ms", "msecond" -> 1e-3;
      case "Ghz" -> 1e9;
      case "Mhz" -> 1e6;
      default -> 1;
    };
  }

  private static double prefix(char letter) {
    return switch (letter) {
      case 'K' -> 1e3;
      case 'M' -> 1e6;
      case 'G' -> 1e9;
      case 'T' -> 1e12;
      default -> 1;
    };
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
      throw table.error(
          row, column + ": found " + text + ", allowed: at most " + most + " " + what);
    }
    return sides;
  }
}
