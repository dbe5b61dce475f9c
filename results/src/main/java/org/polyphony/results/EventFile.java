package org.polyphony.results;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;

/** Reads {@code timeline.csv} row by row: it may be larger than the memory. */
public final class EventFile {
  private EventFile() {}

  /**
   * What happened to a thread block; the columns of the file.
   *
   * @param cycle core cycle, not below that of the event before
   * @param kind launch, resume, end, drop, keep, or how its preemption began
   * @param launch of its kernel, counted through the run
   */
  public record Event(
      long cycle, String kind, int sm, int slot, String benchmark, long launch, long threadBlock) {}

  /**
   * Reads the events in order.
   *
   * @param file the events, as {@code run} writes them
   * @param goesOn takes an event and says whether it wants another one
   * @throws InvalidInputException when the file cannot be read, with the line
   */
  public static void read(Path file, Predicate<Event> goesOn) {
    InputFile.requireNoPipe(file);
    try (CsvReader<NamedCsvRecord> reader = CsvReader.builder().ofNamedCsvRecord(file)) {
      Iterator<NamedCsvRecord> rows = reader.iterator();
      long last = 0;
      while (hasNext(file, rows)) {
        Event event = event(file, rows.next(), last);
        last = event.cycle();
        if (!goesOn.test(event)) { // may fail as it writes
          return;
        }
      }
    } catch (IOException e) {
      throw new InvalidInputException(file + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }

  /** Reads on; an iterator of rows reads one ahead. */
  private static boolean hasNext(Path file, Iterator<NamedCsvRecord> rows) {
    try {
      return rows.hasNext();
    } catch (CsvParseException | UncheckedIOException e) {
      throw new InvalidInputException(file + ": invalid CSV (" + e.getMessage() + ")", e);
    }
  }

  private static Event event(Path file, NamedCsvRecord row, long last) {
    try {
      Event event =
          new Event(
              Long.parseLong(row.getField(ResultColumn.CYCLE.heading())),
              row.getField(ResultColumn.EVENT.heading()),
              Integer.parseInt(row.getField(ResultColumn.SM.heading())),
              Integer.parseInt(row.getField(ResultColumn.SLOT.heading())),
              row.getField(ResultColumn.BENCHMARK.heading()),
              Long.parseLong(row.getField(ResultColumn.LAUNCH.heading())),
              Long.parseLong(row.getField(ResultColumn.THREAD_BLOCK.heading())));
      if (event.sm() < 0 || event.slot() < 0) {
        throw wrong(file, row, "SM " + event.sm() + ", slot " + event.slot(), null);
      }
      if (event.cycle() < last) {
        throw wrong(file, row, "cycle " + event.cycle() + " after " + last, null);
      }
      return event;
    } catch (NumberFormatException | NoSuchElementException e) {
      throw wrong(file, row, String.valueOf(e.getMessage()), e);
    }
  }

  private static InvalidInputException wrong(
      Path file, NamedCsvRecord row, String found, Throwable cause) {
    return new InvalidInputException(
        file
            + ":"
            + row.getStartingLineNumber()
            + ": found "
            + found
            + ", allowed: rows as 'polyphony list metrics' defines them, in order of time",
        cause);
  }
}
