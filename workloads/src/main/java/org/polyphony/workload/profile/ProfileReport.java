package org.polyphony.workload.profile;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;

/**
 * An Nsight Compute report as two CSV files: its source page, with every SASS instruction, and its
 * raw page, with every counter. Both list the launches in the same order.
 */
final class ProfileReport {
  private static final String EXECUTED = "Instructions Executed";
  private static final String THREADS = "Thread Instructions Executed";
  private static final String ACTIVE = "Predicated-On Thread Instructions Executed";
  private static final List<String> SOURCE_COLUMNS = List.of("Source", EXECUTED, THREADS, ACTIVE);
  private static final List<String> RAW_COLUMNS =
      List.of(
          "Kernel Name",
          "Block Size",
          "Grid Size",
          "CC",
          "launch__registers_per_thread",
          "launch__shared_mem_per_block_static",
          "launch__shared_mem_per_block_dynamic");

  private static final String RANGES =
      "thread Domain:Push/Pop_Range:PL_Type:PL_Value:CLR_Type:Color:Msg_Type:Msg";
  private static final Pattern RANGE = Pattern.compile("domain>:([A-Za-z0-9_.-]{1,60}):[^,]*$");

  private final Path source;
  private final Path raw;

  private ProfileReport(Path source, Path raw) {
    this.source = source;
    this.raw = raw;
  }

  /**
   * Reads all launches of a report.
   *
   * @param source output of {@code ncu --page source --csv --print-source sass}
   * @param raw output of {@code ncu --page raw --csv}
   * @throws InvalidInputException if a file is no such page, or the two differ in their launches
   */
  static List<KernelProfile> read(Path source, Path raw) {
    return new ProfileReport(source, raw).read();
  }

  private List<KernelProfile> read() {
    List<Listing> listings = listings();
    List<CsvRecord> rows = records(raw);
    int header = firstRow(rows, List.of("Kernel Name", "Block Size"));
    if (header < 0 || header + 2 > rows.size()) {
      throw new InvalidInputException(
          raw
              + ": not the raw page of an Nsight Compute report; write it with"
              + " 'ncu --import REPORT --page raw --csv'");
    }
    Map<String, Integer> columns = columns(rows.get(header));
    require(columns, RAW_COLUMNS, raw, rows.get(header));
    CsvRecord units = rows.get(header + 1);
    List<CsvRecord> launches = rows.subList(header + 2, rows.size());
    List<String> names =
        launches.stream().map(launch -> text(launch, columns, "Kernel Name")).toList();
    listings = onePerLaunch(listings, names);
    List<KernelProfile> profiles = new ArrayList<>();
    for (int i = 0; i < launches.size(); i++) {
      profiles.add(profile(launches.get(i), units, columns, listings.get(i)));
    }
    return profiles;
  }

  /** The instructions of one launch. */
  private record Listing(String kernel, long line, List<SassLine> code) {}

  private List<Listing> listings() {
    List<Listing> listings = new ArrayList<>();
    Map<String, Integer> columns = null;
    String kernel = null;
    for (CsvRecord row : records(source)) {
      String first = row.getField(0).replaceFirst("^\uFEFF", "");
      if (first.equals("Kernel Name") && row.getFieldCount() > 1) {
        kernel = row.getField(1);
        columns = null;
      } else if (kernel != null && columns == null) {
        columns = columns(row);
        require(columns, SOURCE_COLUMNS, source, row);
        listings.add(new Listing(kernel, row.getStartingLineNumber(), new ArrayList<>()));
      } else if (kernel != null) {
        List<SassLine> code = listings.get(listings.size() - 1).code;
        code.add(line(row, columns, code.size()));
      }
    }
    if (listings.isEmpty()) {
      throw new InvalidInputException(
          source
              + ": not the source page of an Nsight Compute report; write it with"
              + " 'ncu --import REPORT --page source --csv --print-source sass'");
    }
    return listings;
  }

  /**
   * A kernel that calls functions is listed whole once for each function; all listings of a launch
   * are the same.
   *
   * @param launches kernel of each
   */
  private List<Listing> onePerLaunch(List<Listing> listings, List<String> launches) {
    List<Integer> listed = runs(listings.stream().map(Listing::kernel).toList());
    List<Integer> launched = runs(launches);
    List<Listing> found = new ArrayList<>();
    int at = 0;
    for (int run = 0; run < Math.min(listed.size(), launched.size()); run++) {
      int each = listed.get(run) / launched.get(run);
      for (int i = 0; i < launched.get(run) && each > 0; i++) {
        found.add(listings.get(at + i * each));
      }
      at += each * launched.get(run);
    }
    if (listed.size() != launched.size() || at != listings.size()) {
      throw new InvalidInputException(
          raw
              + ": "
              + launches.size()
              + " launches, but "
              + listings.size()
              + " in "
              + source
              + "; write both from one report");
    }
    return found;
  }

  /** Returns how many equal names follow each other, for each run of them. */
  private static List<Integer> runs(List<String> names) {
    List<Integer> runs = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if (i > 0 && names.get(i).equals(names.get(i - 1))) {
        runs.set(runs.size() - 1, runs.get(runs.size() - 1) + 1);
      } else {
        runs.add(1);
      }
    }
    return runs;
  }

  private SassLine line(CsvRecord row, Map<String, Integer> columns, int index) {
    String text = text(row, columns, "Source");
    SassLine.Counts counts =
        new SassLine.Counts(
            count(row, columns, EXECUTED),
            count(row, columns, THREADS),
            count(row, columns, ACTIVE),
            count(row, columns, "Divergent Branches"),
            count(row, columns, "L1 Tag Requests Global"),
            count(row, columns, "L2 Theoretical Sectors Global"),
            count(row, columns, "L2 Theoretical Sectors Local"),
            count(row, columns, "L1 Wavefronts Shared"));
    String at = text(row, columns, "Address");
    long address =
        at.matches("0x[0-9a-f]{1,15}")
            ? Long.parseLong(at.substring(2), 16)
            : (long) index * SassLine.BYTES;
    SassLine line = SassLine.parse(address, text, counts);
    if (line == null) {
      throw error(source, row, "\"" + text + "\" is no SASS instruction");
    }
    return line;
  }

  private KernelProfile profile(
      CsvRecord row, CsvRecord units, Map<String, Integer> columns, Listing listing) {
    Map<String, Double> metrics = new HashMap<>();
    columns.forEach((name, at) -> put(metrics, name, row, units, at));
    String name = text(row, columns, "Kernel Name");
    if (!function(name).equals(function(listing.kernel))) {
      throw error(
          raw,
          row,
          "kernel "
              + name
              + ", but "
              + listing.kernel
              + " in "
              + source
              + ", line "
              + listing.line);
    }
    double shared =
        metrics.getOrDefault("launch__shared_mem_per_block_static", 0.0)
            + metrics.getOrDefault("launch__shared_mem_per_block_dynamic", 0.0);
    return new KernelProfile(
        name,
        range(text(row, columns, RANGES)),
        sides(row, columns, "Block Size"),
        sides(row, columns, "Grid Size"),
        (int) Math.round(metrics.getOrDefault("launch__registers_per_thread", 0.0)),
        Math.round(shared),
        (int) Math.max(1, metrics.getOrDefault("launch__cluster_size", 1.0)),
        text(row, columns, "CC"),
        metrics,
        Calls.inlined(listing.code));
  }

  /** The pages print namespaces and template arguments differently. */
  private static String function(String kernel) {
    String[] names =
        kernel.replace("<unnamed>", "").split("[<(]", 2)[0].strip().split("::|\\s", -1);
    return names[names.length - 1];
  }

  /** Returns the innermost NVTX range around a launch; empty without one. */
  private static String range(String ranges) {
    Matcher matcher = RANGE.matcher(ranges.replaceAll("\\s+", " ").strip());
    return matcher.find() ? matcher.group(1) : "";
  }

  private static void put(
      Map<String, Double> metrics, String name, CsvRecord row, CsvRecord units, int at) {
    String text = at < row.getFieldCount() ? row.getField(at).replace(",", "") : "";
    if (text.matches("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]+)?")) {
      String unit = at < units.getFieldCount() ? units.getField(at) : "";
      metrics.put(name, Double.parseDouble(text) * factor(unit));
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

  private int[] sides(CsvRecord row, Map<String, Integer> columns, String column) {
    String text = text(row, columns, column);
    if (!text.matches("\\( *[0-9]{1,9} *, *[0-9]{1,9} *, *[0-9]{1,9} *\\)")) {
      throw error(raw, row, column + " is \"" + text + "\", not three numbers (x, y, z)");
    }
    String[] parts = text.replaceAll("[() ]", "").split(",", -1);
    int[] sides = new int[3];
    for (int i = 0; i < 3; i++) {
      sides[i] = Integer.parseInt(parts[i]);
      if (sides[i] == 0) {
        throw error(raw, row, column + " has a side of 0");
      }
    }
    return sides;
  }

  private long count(CsvRecord row, Map<String, Integer> columns, String column) {
    String text = text(row, columns, column).replace(",", "");
    if (text.isEmpty() || text.equals("-")) {
      return 0;
    }
    if (!text.matches("[0-9]{1,18}")) {
      throw error(source, row, column + " is \"" + text + "\", not a count");
    }
    return Long.parseLong(text);
  }

  private static String text(CsvRecord row, Map<String, Integer> columns, String column) {
    Integer at = columns.get(column);
    return at == null || at >= row.getFieldCount() ? "" : row.getField(at);
  }

  private static void require(
      Map<String, Integer> columns, List<String> needed, Path file, CsvRecord header) {
    for (String column : needed) {
      if (!columns.containsKey(column)) {
        throw error(
            file,
            header,
            "no column \""
                + column
                + "\"; profile with 'ncu --set full' of Nsight"
                + " Compute 2023.1 or newer");
      }
    }
  }

  private static InvalidInputException error(Path file, CsvRecord row, String what) {
    return new InvalidInputException(file + ", line " + row.getStartingLineNumber() + ": " + what);
  }

  private static Map<String, Integer> columns(CsvRecord row) {
    Map<String, Integer> columns = new HashMap<>();
    for (int i = 0; i < row.getFieldCount(); i++) {
      columns.putIfAbsent(row.getField(i).replaceFirst("^\uFEFF", ""), i);
    }
    return columns;
  }

  private static int firstRow(List<CsvRecord> rows, List<String> columns) {
    for (int i = 0; i < rows.size(); i++) {
      if (rows.get(i).getFields().containsAll(columns)) {
        return i;
      }
    }
    return -1;
  }

  private static Reader open(Path file) throws IOException {
    if (!file.toString().endsWith(".gz")) {
      return InputFile.reader(file);
    }
    return new InputStreamReader(new GZIPInputStream(InputFile.open(file)), StandardCharsets.UTF_8);
  }

  private static List<CsvRecord> records(Path file) {
    List<CsvRecord> rows = new ArrayList<>();
    try (CsvReader<CsvRecord> reader =
        CsvReader.builder()
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .ofCsvRecord(open(file))) {
      reader.forEach(rows::add);
    } catch (UncheckedIOException e) {
      throw new InvalidInputException(file + ": " + e.getCause().getMessage(), e);
    } catch (NoSuchFileException e) {
      throw new InvalidInputException(file + ": no such file", e);
    } catch (IOException e) {
      throw new InvalidInputException(file + ": " + e.getMessage(), e);
    } catch (CsvParseException e) {
      throw new InvalidInputException(file + ": invalid CSV: " + e.getMessage(), e);
    }
    return rows;
  }
}
