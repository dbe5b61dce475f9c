package org.polyphony.workload.profile;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.input.InvalidInputException;

/** The source page of a report: for each launch its SASS instructions and their counters. */
final class SourcePage {
  private static final String EXECUTED = "Instructions Executed";
  private static final String THREADS = "Thread Instructions Executed";
  private static final String ACTIVE = "Predicated-On Thread Instructions Executed";
  private static final String ADDRESS = "Address";
  private static final List<String> NEEDED = List.of("Source", EXECUTED, THREADS, ACTIVE);
  private static final int LANES = 32;
  private static final Pattern REGISTER = Pattern.compile("\\bU?R([0-9]+)");
  private static final int LAST_REGISTER = 254; // the next one is RZ
  private static final Pattern NUMBER = Pattern.compile("\\b0x([0-9a-f]+)");

  private final Path file;
  private final List<Listing> listings = new ArrayList<>();

  /**
   * The instructions of one launch.
   *
   * @param kernel its name
   * @param line where they start in the file
   */
  record Listing(String kernel, long line, List<SassLine> code) {}

  private SourcePage(Path file) {
    this.file = file;
  }

  /**
   * Reads all listings.
   *
   * @param file output of {@code ncu --page source --csv --print-source sass}
   * @throws InvalidInputException if it is no such page
   */
  static List<Listing> read(Path file) {
    return new SourcePage(file).read();
  }

  private List<Listing> read() {
    ReportTable table = null;
    String kernel = null;
    for (CsvRecord row : ReportTable.rows(file)) {
      boolean startsKernel =
          ReportTable.plain(row.getField(0)).equals("Kernel Name") && row.getFieldCount() > 1;
      if (startsKernel) {
        kernel = row.getField(1);
        table = null;
      } else if (kernel != null && table == null) {
        table = new ReportTable(file, row, NEEDED);
        listings.add(new Listing(kernel, row.getStartingLineNumber(), new ArrayList<>()));
      } else if (kernel != null) {
        List<SassLine> code = listings.get(listings.size() - 1).code;
        code.add(line(row, table, code));
      }
    }
    if (listings.isEmpty()) {
      throw new InvalidInputException(
          file
              + ": not the source page of an Nsight Compute report; write it with"
              + " 'ncu --import REPORT --page source --csv --print-source sass'");
    }
    return listings;
  }

  private static SassLine line(CsvRecord row, ReportTable table, List<SassLine> before) {
    String text = table.text(row, "Source");
    SassLine line = SassLine.parse(address(row, table, before), text, counts(row, table));
    if (line == null) {
      throw table.error(row, "\"" + text + "\" is no SASS instruction");
    }
    if (line.isExecuted()) {
      requireNumbers(row, table, text);
    }
    return line;
  }

  private static void requireNumbers(CsvRecord row, ReportTable table, String text) {
    Matcher register = REGISTER.matcher(text);
    while (register.find()) {
      if (register.group(1).length() > 3 || Integer.parseInt(register.group(1)) > LAST_REGISTER) {
        throw table.error(
            row, "found register " + register.group() + ", allowed: up to " + LAST_REGISTER);
      }
    }
    Matcher number = NUMBER.matcher(text);
    while (number.find()) {
      if (number.group(1).length() > 16) {
        throw table.error(row, "found " + number.group() + ", allowed: numbers of 64 bits");
      }
    }
  }

  private static SassLine.Counts counts(CsvRecord row, ReportTable table) {
    long warps = count(row, table, EXECUTED);
    long threads = count(row, table, THREADS);
    long active = count(row, table, ACTIVE);
    if (threads < warps || threads > LANES * warps) {
      String allowed = warps + " to " + LANES * warps + ", 1 to 32 of each " + EXECUTED;
      throw table.error(row, THREADS + ": found " + threads + ", allowed: " + allowed);
    }
    if (active > threads) {
      String allowed = "0 to " + threads + ", which is " + THREADS;
      throw table.error(row, ACTIVE + ": found " + active + ", allowed: " + allowed);
    }
    return new SassLine.Counts(
        warps,
        threads,
        active,
        count(row, table, "Divergent Branches"),
        count(row, table, "L1 Tag Requests Global"),
        count(row, table, "L2 Theoretical Sectors Global"),
        count(row, table, "L2 Theoretical Sectors Local"),
        count(row, table, "L1 Wavefronts Shared"));
  }

  private static long count(CsvRecord row, ReportTable table, String column) {
    String text = table.text(row, column).replace(",", "");
    if (text.isEmpty() || text.equals("-")) {
      return 0;
    }
    if (!text.matches("[0-9]{1,15}")) {
      throw table.error(row, column + " is \"" + text + "\", not a count below 10^15");
    }
    return Long.parseLong(text);
  }

  /** Instructions follow one another, without gaps if the page does not have their addresses. */
  private static long address(CsvRecord row, ReportTable table, List<SassLine> before) {
    if (!table.columns().containsKey(ADDRESS)) {
      return (long) before.size() * SassLine.BYTES;
    }
    String text = table.text(row, ADDRESS);
    if (!text.matches("0x[0-9a-f]{1,12}")) {
      throw table.error(row, ADDRESS + " is \"" + text + "\", not a hexadecimal number of 48 bits");
    }
    long address = Long.parseLong(text.substring(2), 16);
    long least = before.isEmpty() ? 0 : before.get(before.size() - 1).address() + SassLine.BYTES;
    if (address < least) {
      String allowed = "0x" + Long.toHexString(least) + " or higher, behind the line before";
      throw table.error(row, ADDRESS + ": found " + text + ", allowed: " + allowed);
    }
    return address;
  }
}
