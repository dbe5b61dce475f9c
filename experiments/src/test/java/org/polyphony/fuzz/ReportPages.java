package org.polyphony.fuzz;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.polyphony.compare.Choices;

/**
 * The two pages of a profiler's report as tables, to be damaged.
 *
 * @param listings of the source page: name of a kernel, names of columns, instructions
 * @param raw names of columns, units, launches
 */
record ReportPages(List<List<List<String>>> listings, List<List<String>> raw) {
  static final int HEAD = 2; // rows of a listing, and of the raw page, before the others

  private static final ReportPages WHOLE = whole();

  /** Returns the pages of a few launches of an H200, mostly of one. */
  static ReportPages some(Choices choices) {
    ReportPages some = new ReportPages(new ArrayList<>(), new ArrayList<>());
    WHOLE.raw.subList(0, HEAD).forEach(row -> some.raw.add(new ArrayList<>(row)));
    for (int i = choices.of(1, 1, 1, 1, 2, 3); i > 0; i--) {
      int launch = choices.between(0, WHOLE.listings.size() - 1);
      some.raw.add(new ArrayList<>(WHOLE.raw.get(HEAD + launch)));
      List<List<String>> listing = new ArrayList<>();
      WHOLE.listings.get(launch).forEach(row -> listing.add(new ArrayList<>(row)));
      some.listings.add(listing);
    }
    return some;
  }

  private static ReportPages whole() {
    List<List<List<String>>> listings = new ArrayList<>();
    for (List<String> row : table("report-source.csv.gz")) {
      if (row.get(0).equals("Kernel Name")) {
        listings.add(new ArrayList<>());
      }
      listings.get(listings.size() - 1).add(row);
    }
    return new ReportPages(listings, table("report-raw.csv"));
  }

  private static List<List<String>> table(String name) {
    try (InputStream file = ReportPages.class.getResourceAsStream(name);
        InputStream plain = name.endsWith(".gz") ? new GZIPInputStream(file) : file;
        CsvReader<CsvRecord> rows =
            CsvReader.builder()
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      return rows.stream().map(CsvRecord::getFields).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the text of the source page. */
  String sourceText() {
    return text(listings.stream().flatMap(List::stream).toList());
  }

  /** Returns the text of the raw page. */
  String rawText() {
    return text(raw);
  }

  private static String text(List<List<String>> rows) {
    StringWriter text = new StringWriter();
    try (CsvWriter writer = CsvWriter.builder().quoteStrategy(QuoteStrategies.ALWAYS).build(text)) {
      rows.forEach(writer::writeRecord);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
