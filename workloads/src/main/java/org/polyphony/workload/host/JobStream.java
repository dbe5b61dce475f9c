package org.polyphony.workload.host;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.polyphony.host.HostMachine;
import org.polyphony.host.JobLimit;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.input.BriefText;
import org.polyphony.input.Decimal;
import org.polyphony.input.InputFile;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;

/**
 * A stream of jobs as a CSV file: {@code id,arrival_s,cores,gpu_memory_bytes,gpu_share,duration_s},
 * a header line first, in the order of arrival.
 *
 * <p>A job reserves and takes its memory, keeps its share of a device's warps busy for its
 * duration, and gives the memory back; without memory and share it computes on its cores.
 */
public final class JobStream {
  /** The columns, in the order in which the project writes them. */
  public static final List<String> COLUMNS =
      List.of("id", "arrival_s", "cores", "gpu_memory_bytes", "gpu_share", "duration_s");

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MOST_SECONDS = 1e9;
  private static final int THOUSANDTHS = 1000;
  private static final int MOST_CORES = 1_000_000;
  private static final long MOST_BYTES = 1L << 52; // exact as a double

  private JobStream() {}

  /**
   * One job of a stream.
   *
   * @param id unique in its stream
   * @param arrivalNanos submission
   * @param cores whole CPU cores, at least 1
   * @param memoryBytes memory of one device
   * @param share of a device's warps, 0 to 1
   * @param durationNanos alone on a device
   */
  public record Row(
      String id, long arrivalNanos, int cores, long memoryBytes, double share, long durationNanos) {
    private Job on(HostMachine machine) {
      return new Job(
          id,
          application(machine.gpu(0)),
          arrivalNanos,
          cores,
          (int) Math.ceil(share * THOUSANDTHS),
          Fault.NONE);
    }

    private Application application(HostMachine.HostGpu gpu) {
      if (memoryBytes == 0 && share == 0) {
        return Application.of("cpu", List.of(new Phase.Cpu(durationNanos)));
      }
      long deviceWarps = (long) gpu.sms() * gpu.warpsPerSm();
      int warps = (int) Math.max(1, Math.round(share * deviceWarps));
      TaskNeed need = new TaskNeed(memoryBytes, warps, 1, TaskNeed.ANY, 0);
      return Application.of(
          "gpu",
          List.of(
              new Phase.Reserve(need, Phase.FOREVER, 0),
              new Phase.Allocate(memoryBytes),
              new Phase.Launch(new HostKernel("job", Math.max(1, durationNanos), warps, 1), 1, 0),
              new Phase.Free(Phase.ALL, Phase.ALL)));
    }
  }

  /**
   * Reads a stream.
   *
   * @param file the CSV file
   * @return the jobs in the order of arrival
   * @throws InvalidInputException with the line of the first mistake: wrong columns, no number or
   *     one out of range, a time before the one above, an id again
   */
  public static List<Row> read(Path file) {
    return read(file, MOST_CORES, MOST_BYTES, new JobLimit(1));
  }

  /**
   * Reads a stream for a machine.
   *
   * @param file the CSV file
   * @param machine on which its jobs run
   * @param schedulers under which they run
   * @return the jobs in the order of arrival
   * @throws InvalidInputException as without a machine, or for more than a device or node has
   */
  public static List<Job> read(Path file, HostMachine machine, int schedulers) {
    JobLimit limit = new JobLimit(schedulers);
    return read(file, machine.maxCores(), machine.maxMemoryBytes(), limit).stream()
        .map(row -> row.on(machine))
        .toList();
  }

  private static List<Row> read(Path file, int mostCores, long mostBytes, JobLimit limit) {
    Rows rows = new Rows(file, limit);
    List<Row> jobs = new ArrayList<>();
    double last = 0;
    for (CsvRecord row : rows.rows()) {
      String id = rows.unique(row, "id");
      last = rows.arrival(row, last);
      jobs.add(
          new Row(
              id,
              nanos(last),
              (int) rows.whole(row, "cores", 1, mostCores),
              rows.whole(row, "gpu_memory_bytes", 0, mostBytes),
              rows.number(row, "gpu_share", 0, 1),
              rows.duration(row)));
    }
    return jobs;
  }

  private static long nanos(double seconds) {
    return Math.round(seconds * NANOS_PER_SECOND);
  }

  /** The rows of a CSV file with the columns, in any order; errors name the line. */
  private static final class Rows {
    private final String file;
    private final List<String> header;
    private final List<CsvRecord> rows = new ArrayList<>();
    private final Map<String, Long> lines = new HashMap<>(); // of unique names

    /**
     * Reads a file.
     *
     * @param limit of the number of rows
     * @throws InvalidInputException when it cannot be read, or its columns or rows are wrong
     */
    Rows(Path path, JobLimit limit) {
      this.file = path.toString();
      try (CsvReader<CsvRecord> reader =
          CsvReader.builder()
              .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
              .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
              .ofCsvRecord(InputFile.reader(path))) {
        for (CsvRecord row : reader) {
          if (rows.size() > limit.jobs()) { // the header is one of them
            throw wrong(row, "jobs", "more than " + limit.jobs() + " jobs", limit.allowed());
          }
          rows.add(row);
        }
      } catch (UncheckedIOException e) { // while it was read
        throw unreadable(path, e.getCause());
      } catch (IOException e) {
        throw unreadable(path, e);
      } catch (CsvParseException e) {
        throw new InvalidInputException(file + ": invalid CSV: " + e.getMessage(), e);
      }
      this.header = rows.isEmpty() ? List.of() : rows.remove(0).getFields();
      boolean complete =
          header.containsAll(COLUMNS)
              && COLUMNS.containsAll(header)
              && Set.copyOf(header).size() == header.size();
      if (!complete) {
        throw wrong(
            1,
            "columns",
            header.isEmpty() ? "" : String.join(",", header),
            String.join(",", COLUMNS) + ", separated by commas");
      }
      for (CsvRecord row : rows) {
        if (row.getFieldCount() != header.size()) {
          throw wrong(
              row, "columns", Integer.toString(row.getFieldCount()), header.size() + " fields");
        }
      }
    }

    private InvalidInputException unreadable(Path path, IOException e) {
      String what = Files.isDirectory(path) ? "a folder" : "cannot be read";
      if (e instanceof NoSuchFileException) {
        what = "no such file";
      } else if (e instanceof CharacterCodingException) {
        what = e.getMessage();
      }
      return new InvalidInputException(file + ": " + what + "; give a CSV file", e);
    }

    /** Returns the rows, of which there is one at least. */
    List<CsvRecord> rows() {
      if (rows.isEmpty()) {
        throw wrong(2, "jobs", "", "one or more");
      }
      return rows;
    }

    String text(CsvRecord row, String column) {
      return row.getField(header.indexOf(column)).strip();
    }

    /** Returns the name of a row, which is neither empty nor that of a row above. */
    String unique(CsvRecord row, String column) {
      String text = text(row, column);
      Long earlier = lines.put(text, row.getStartingLineNumber());
      if (!BriefText.isOneLine(text)) {
        throw wrong(row, column, '"' + text + '"', "a name without control characters");
      }
      if (text.isEmpty() || earlier != null) {
        String found = text.isEmpty() ? "" : '"' + text + "\", as in line " + earlier;
        throw wrong(row, column, found, "each " + column + " once");
      }
      return text;
    }

    double number(CsvRecord row, String column, double least, double most) {
      String text = text(row, column);
      double value = Decimal.of(text).orElse(Double.NaN);
      if (!(value >= least && value <= most)) {
        throw wrong(
            row, column, '"' + text + '"', "a number from " + plain(least) + " to " + plain(most));
      }
      return value;
    }

    long whole(CsvRecord row, String column, long least, long most) {
      double value = number(row, column, (double) least, (double) most);
      if (value != Math.rint(value)) {
        throw wrong(row, column, text(row, column), "a whole number");
      }
      return (long) value;
    }

    /** Returns when a job arrives, in seconds, which is not before the one above. */
    double arrival(CsvRecord row, double last) {
      double arrival = number(row, "arrival_s", 0, MOST_SECONDS);
      if (arrival < last) {
        throw wrong(row, "arrival_s", text(row, "arrival_s"), "not before the line above, " + last);
      }
      return arrival;
    }

    /** Returns how long a job takes, in nanoseconds. */
    long duration(CsvRecord row) {
      return nanos(number(row, "duration_s", 0, MOST_SECONDS));
    }

    InvalidInputException wrong(CsvRecord row, String column, String found, String allowed) {
      return wrong(row.getStartingLineNumber(), column, found, allowed);
    }

    InvalidInputException wrong(long line, String column, String found, String allowed) {
      return new Violation(column, found, allowed).errorAt(file + ":" + line);
    }

    private static String plain(double value) {
      return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
  }
}
