package org.polyphony.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.results.CsvTable;
import org.polyphony.results.ResultColumn;
import org.polyphony.results.ResultFile;
import org.polyphony.results.Results;
import org.polyphony.timeline.TraceFile.Slice;
import org.polyphony.timeline.TraceFile.Track;

/**
 * Writes the timeline of a host experiment. Each scheduler's run has two processes: its jobs with
 * what each does and how it ended if it did not finish, and the machine with counters of cores,
 * GPUs and the memory of each GPU, 0 from the end of the run on. A microsecond of the trace is a
 * microsecond of the run.
 */
final class HostTimeline {
  static final List<ResultFile> FILES =
      List.of(ResultFile.HOST_SUMMARY, ResultFile.ACTIVITIES, ResultFile.UTILISATION);

  private static final String FINISHED = "finished";
  private static final double MICROS = 1e6;
  private static final double PERCENT = 100;

  private final Map<String, Integer> runs = new LinkedHashMap<>(); // process of the jobs, by id
  private final Map<String, Track> jobs = new LinkedHashMap<>(); // by run and job
  private final TraceFile file;

  private HostTimeline(TraceFile file) {
    this.file = file;
  }

  static void write(Results results, Span span, Writer out) {
    JsonNode summary = results.json(ResultFile.HOST_SUMMARY).orElseThrow();
    TraceFile file = new TraceFile(out, span, about(summary));
    HostTimeline timeline = new HostTimeline(file);
    results.table(ResultFile.ACTIVITIES).ifPresent(timeline::addActivities);
    results.table(ResultFile.JOBS).ifPresent(timeline::addEnds);
    results.table(ResultFile.UTILISATION).ifPresent(timeline::addUtilisation);
    file.close();
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
      Track track = track(table.text(row, ResultColumn.RUN), table.text(row, ResultColumn.JOB));
      String name = table.text(row, ResultColumn.ACTIVITY);
      Map<String, Object> args =
          Map.of(ResultColumn.APPLICATION.heading(), table.text(row, ResultColumn.APPLICATION));
      double start = table.time(row, ResultColumn.START_S);
      double end = table.time(row, ResultColumn.END_S, start);
      file.slice(track, new Slice(name, micros(start), micros(end), args));
    }
  }

  private void addEnds(CsvTable table) {
    for (int row = 0; row < table.rows(); row++) {
      String outcome = table.text(row, ResultColumn.OUTCOME);
      if (!outcome.equals(FINISHED) && !table.text(row, ResultColumn.END_S).isEmpty()) {
        Track track = track(table.text(row, ResultColumn.RUN), table.text(row, ResultColumn.JOB));
        file.instant(track, micros(table.time(row, ResultColumn.END_S)), outcome, Map.of());
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
      String run = table.text(row, ResultColumn.RUN);
      int process = jobs(run) + 1;
      long start = micros(table.time(row, ResultColumn.START_S));
      boolean isLast =
          row + 1 == table.rows() || !table.text(row + 1, ResultColumn.RUN).equals(run);
      long end = micros(table.time(row, ResultColumn.END_S));
      for (Map.Entry<String, String> counter : counters(table).entrySet()) {
        double value = PERCENT * table.number(row, counter.getValue());
        file.counter(process, counter.getKey(), start, Map.of("value", value));
        if (isLast) { // else its last value would go on
          file.counter(process, counter.getKey(), end, Map.of("value", 0.0));
        }
      }
    }
  }

  private static Map<String, String> counters(CsvTable table) {
    Map<String, String> counters = new LinkedHashMap<>();
    counters.put("cores busy (%)", ResultColumn.CPU.heading());
    counters.put("GPUs busy (%)", ResultColumn.GPU.heading());
    counters.put("GPU memory (%)", ResultColumn.GPU_MEMORY.heading());
    for (int gpu = 0; table.find(0, ResultColumn.GPU.heading() + gpu).isPresent(); gpu++) {
      counters.put("GPU " + gpu + " busy (%)", ResultColumn.GPU.heading() + gpu);
      counters.put("memory of GPU " + gpu + " (%)", ResultColumn.GPU_MEMORY.heading() + gpu);
    }
    return counters;
  }

  private static long micros(double seconds) {
    return Math.round(MICROS * seconds);
  }
}
