package org.polyphony.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.plot.CsvTable;
import org.polyphony.plot.Results;
import org.polyphony.timeline.TraceFile.Track;

/**
 * Writes the timeline of a host experiment. Each scheduler's run has two processes: its jobs with
 * what each does and how it ended if it did not finish, and the machine with counters of cores,
 * GPUs and the memory of each GPU, 0 from the end of the run on. A microsecond of the trace is a
 * microsecond of the run.
 */
final class HostTimeline {
  static final List<String> FILES =
      List.of(Results.HOST_SUMMARY, Results.ACTIVITIES, Results.UTILISATION);

  private static final String FINISHED = "finished";
  private static final double MICROS = 1e6;
  private static final double PERCENT = 100;

  private final Map<String, Integer> runs = new LinkedHashMap<>(); // process of the jobs, by id
  private final Map<String, Track> jobs = new LinkedHashMap<>(); // by run and job
  private final TraceFile file;
  private long end;

  private HostTimeline(TraceFile file) {
    this.file = file;
  }

  static void write(Results results, Span span, Writer out) {
    JsonNode summary = results.json(Results.HOST_SUMMARY).orElseThrow();
    TraceFile file = new TraceFile(out, span, about(summary));
    HostTimeline timeline = new HostTimeline(file);
    results.table(Results.ACTIVITIES).ifPresent(timeline::addActivities);
    results.table(Results.JOBS).ifPresent(timeline::addEnds);
    results.table(Results.UTILISATION).ifPresent(timeline::addUtilisation);
    file.sort();
    file.showUntil(Math.min(timeline.end, span.to() - 1));
    file.close(timeline.end);
  }

  private static Map<String, Object> about(JsonNode summary) {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("experiment", summary.path("experiment").asText());
    about.put("time", "1 us is 1 us of the run");
    about.put("configHash", summary.at("/provenance/configHash").asText());
    return about;
  }

  private void addActivities(CsvTable table) {
    for (int row = 0; row < table.rows(); row++) {
      Track track = track(table.text(row, "run"), table.text(row, "job"));
      String name = table.text(row, "activity");
      Map<String, Object> args = Map.of("application", table.text(row, "application"));
      file.at(micros(table, row, "start_s"), now -> file.begin(now, track, name, args));
      file.at(micros(table, row, "end_s"), now -> file.end(now, track, Map.of()));
    }
  }

  private void addEnds(CsvTable table) {
    for (int row = 0; row < table.rows(); row++) {
      String outcome = table.text(row, "outcome");
      if (!outcome.equals(FINISHED) && !table.text(row, "end_s").isEmpty()) {
        Track track = track(table.text(row, "run"), table.text(row, "job"));
        file.at(micros(table, row, "end_s"), now -> file.instant(now, track, outcome, Map.of()));
      }
    }
  }

  private Track track(String run, String job) {
    return jobs.computeIfAbsent(
        run + "/" + job,
        key -> {
          Track track = new Track(jobs(run), jobs.size());
          file.nameTrack(track, job);
          return track;
        });
  }

  /** Returns the process of the jobs of a run; the next one is its machine. */
  private int jobs(String run) {
    return runs.computeIfAbsent(
        run,
        id -> {
          int process = 1 + 2 * runs.size();
          file.nameProcess(process, id + ": jobs");
          file.nameProcess(process + 1, id + ": machine");
          return process;
        });
  }

  private void addUtilisation(CsvTable table) {
    for (int row = 0; row < table.rows(); row++) {
      String run = table.text(row, "run");
      int process = jobs(run) + 1;
      long start = micros(table, row, "start_s");
      boolean isLast = row + 1 == table.rows() || !table.text(row + 1, "run").equals(run);
      long end = micros(table, row, "end_s");
      for (Map.Entry<String, String> counter : counters(table).entrySet()) {
        double value = PERCENT * table.number(row, counter.getValue());
        addCounter(start, process, counter.getKey(), value);
        if (isLast) {
          addCounter(end, process, counter.getKey(), 0); // else its last value would go on
        }
      }
    }
  }

  private static Map<String, String> counters(CsvTable table) {
    Map<String, String> counters = new LinkedHashMap<>();
    counters.put("cores busy (%)", "cpu");
    counters.put("GPUs busy (%)", "gpu");
    counters.put("GPU memory (%)", "gpuMemory");
    for (int gpu = 0; table.find(0, "gpu" + gpu).isPresent(); gpu++) {
      counters.put("GPU " + gpu + " busy (%)", "gpu" + gpu);
      counters.put("memory of GPU " + gpu + " (%)", "gpuMemory" + gpu);
    }
    return counters;
  }

  private void addCounter(long at, int process, String name, double value) {
    file.at(at, now -> file.counter(now, process, name, Map.of("value", value)));
  }

  private long micros(CsvTable table, int row, String column) {
    long micros = Math.round(MICROS * table.number(row, column));
    end = Math.max(end, micros);
    return micros;
  }
}
