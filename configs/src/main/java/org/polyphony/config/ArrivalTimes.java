package org.polyphony.config;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.polyphony.input.Decimal;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;

/** Reads times of requests from a CSV file. */
final class ArrivalTimes {
  private static final String COLUMN = "arrival_us";

  private ArrivalTimes() {}

  /**
   * Reads a file.
   *
   * @return times in microseconds, not yet checked for order
   * @throws InvalidInputException if it cannot be read, lacks the column, or has no number there
   */
  static List<Double> read(Path file) {
    List<Double> times = new ArrayList<>();
    try (CsvReader<NamedCsvRecord> reader =
        CsvReader.builder().ofNamedCsvRecord(InputFile.text(file))) {
      for (NamedCsvRecord row : reader) {
        times.add(time(file, row));
      }
    } catch (CsvParseException e) {
      throw new InvalidInputException(file + ": invalid CSV: " + e.getMessage(), e);
    } catch (IOException e) {
      String found = ": cannot be read";
      throw new InvalidInputException(
          file + found + "; give a CSV file with the column arrival_us", e);
    }
    return times;
  }

  private static double time(Path file, NamedCsvRecord row) {
    String text = row.findField(COLUMN).orElse("").strip();
    return Decimal.of(text).stream()
        .filter(time -> time >= 0)
        .findFirst()
        .orElseThrow(() -> wrong(file, row, text));
  }

  private static InvalidInputException wrong(Path file, NamedCsvRecord row, String text) {
    String found = text.isEmpty() ? "" : '"' + text + '"';
    return new Violation(COLUMN, found, "a time in us of 0 or more")
        .errorAt(file + ":" + row.getStartingLineNumber());
  }
}
