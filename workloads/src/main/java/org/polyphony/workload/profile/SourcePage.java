package org.polyphony.workload.profile;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.polyphony.input.InvalidInputException;

/** The source page of a report: for each launch its SASS instructions and their counters. */
final class SourcePage {
  private static final String EXECUTED = "Instructions Executed";
  private static final String THREADS = "Thread Instructions Executed";
  private static final String ACTIVE = "Predicated-On Thread Instructions Executed";
  private static final String DIVERGENT = "Divergent Branches";
  private static final String TAGS = "L1 Tag Requests Global";
  private static final String SECTORS = "L2 Theoretical Sectors Global";
  private static final String WAVEFRONTS = "L1 Wavefronts Shared";
  private static final String ADDRESS = "Address";
  private static final String TEXT = "Source";
  private static final List<String> NEEDED = List.of(TEXT, EXECUTED, THREADS, ACTIVE);
  private static final List<String> COLUMNS =
      List.of(TEXT, EXECUTED, THREADS, ACTIVE, DIVERGENT, TAGS, SECTORS, WAVEFRONTS, ADDRESS);
  private static final int LANES = 32;
  private static final Pattern REGISTER = Pattern.compile("\\bU?R([0-9]+)");
  private static final int LAST_REGISTER = 254; // the next one is RZ
  private static final Pattern NUMBER = Pattern.compile("\\b0x([0-9a-f]+)");
  private static final int MOST_INSTRUCTIONS = 1 << 18; // of a kernel: 4 MiB of code
  private static final int MOST_LISTINGS = 1 << 18; // of 20,000 launches, a dozen each
  private static final double MOST_COUNT = 1e15;

  private final Path file;
  private final boolean readsCode;
  private final Consumer<Listing> listings;
  private String kernel; // of the listing that is read; null above the first
  private ReportTable table; // null above the header of a listing
  private Listing listing;
  private int count;

  /**
   * The instructions of one launch.
   *
   * @param kernel its name
   * @param line where they start in the file
   */
  record Listing(String kernel, long line, List<SassLine> code) {}

  private SourcePage(Path file, boolean readsCode, Consumer<Listing> listings) {
    this.file = file;
    this.readsCode = readsCode;
    this.listings = listings;
  }

  /**
   * Returns all listings, without their instructions.
   *
   * @param file output of {@code ncu --page source --csv --print-source sass}
   * @throws InvalidInputException if it is no such page
   */
  static List<Listing> names(Path file) {
    List<Listing> found = new ArrayList<>();
    new SourcePage(file, false, found::add).read();
    if (found.isEmpty()) {
      throw new InvalidInputException(
          file
              + ": not the source page of an Nsight Compute report; write it with"
              + " 'ncu --import REPORT --page source --csv --print-source sass'");
    }
    return found;
  }

  /** Reads one listing after the other, and keeps none. */
  static void forEachListing(Path file, Consumer<Listing> listings) {
    new SourcePage(file, true, listings).read();
  }

  private void read() {
    ReportTable.forEachRow(file, this::add);
    finish();
  }

  private void add(CsvRecord row) {
    if (row.getField(0).equals(ReportTable.KERNEL) && row.getFieldCount() > 1) {
      finish();
      if (++count > MOST_LISTINGS) {
        String found = "found more listings, allowed: at most " + MOST_LISTINGS;
        throw ReportTable.error(file, row, found);
      }
      kernel = ReportTable.kernel(file, row, row.getField(1));
    } else if (kernel != null && table == null) {
      table = new ReportTable(file, row, NEEDED, COLUMNS);
      listing = new Listing(kernel, row.getStartingLineNumber(), new ArrayList<>());
    } else if (kernel != null && readsCode) {
      if (listing.code.size() == MOST_INSTRUCTIONS) {
        throw table.error(row, "found more instructions, allowed: at most " + MOST_INSTRUCTIONS);
      }
      listing.code.add(line(row, listing.code));
    }
  }

  private void finish() {
    if (table != null) {
      listings.accept(listing);
      table = null;
    }
  }

  private SassLine line(CsvRecord row, List<SassLine> before) {
    String text = table.text(row, TEXT);
    SassLine line = SassLine.parse(address(row, before), text, counts(row));
    if (line == null) {
      throw table.error(row, "\"" + text + "\" is no SASS instruction");
    }
    if (line.isExecuted()) {
      requireNumbers(row, text);
      requireCounted(row, line);
    }
    return line;
  }

  /** A listing has no column for a counter that none of its instructions has. */
  private void requireCounted(CsvRecord row, SassLine line) {
    if (line.isBranch() && line.isConditional()) {
      needed(row, DIVERGENT);
    }
    if (line.isGlobalAccess()) {
      needed(row, TAGS);
      needed(row, SECTORS);
    }
    if (line.usesBanks()) {
      needed(row, WAVEFRONTS);
    }
  }

  private void requireNumbers(CsvRecord row, String text) {
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

  private SassLine.Counts counts(CsvRecord row) {
    long warps = needed(row, EXECUTED);
    long threads = needed(row, THREADS);
    long active = needed(row, ACTIVE);
    if (threads < warps || threads > LANES * warps) {
      String allowed = warps + " to " + LANES * warps + ", 1 to 32 of each " + EXECUTED;
      throw table.wrong(row, THREADS, threads, allowed);
    }
    if (active > threads) {
      throw table.wrong(row, ACTIVE, active, "0 to " + threads + ", which is " + THREADS);
    }
    return new SassLine.Counts(
        warps,
        threads,
        active,
        count(row, DIVERGENT).orElse(0),
        count(row, TAGS).orElse(0),
        count(row, SECTORS).orElse(0),
        count(row, WAVEFRONTS).orElse(0));
  }

  private long needed(CsvRecord row, String column) {
    return count(row, column)
        .orElseThrow(() -> table.error(row, "no " + column + ", which this instruction has"));
  }

  private OptionalLong count(CsvRecord row, String column) {
    OptionalDouble number = table.number(row, column);
    if (number.isEmpty()) {
      return OptionalLong.empty();
    }
    double value = number.getAsDouble();
    if (value < 0 || value >= MOST_COUNT || value != Math.rint(value)) {
      String found = '"' + table.text(row, column) + '"';
      throw table.wrong(row, column, found, "a count below 10^15");
    }
    return OptionalLong.of((long) value);
  }

  /** Instructions follow one another, without gaps if the page does not have their addresses. */
  private long address(CsvRecord row, List<SassLine> before) {
    if (!table.has(ADDRESS)) {
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
      throw table.wrong(row, ADDRESS, text, allowed);
    }
    return address;
  }
}
