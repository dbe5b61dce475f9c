package org.polyphony.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.plot.CsvTable;
import org.polyphony.plot.Results;

/**
 * Writes the timeline of a host experiment. Each scheduler's run has two processes: its jobs with
 * what each does, and the machine with counters of cores, GPUs and the memory of each GPU. A
 * microsecond of the trace is a microsecond of the run.
 */
final class HostTimeline {
  static final String SUMMARY = "host-summary.json";
  static final String ACTIVITIES = "activities.csv";
  static final String UTILISATION = "utilisation.csv";

  private static final double MICROS = 1e6;
  private static final double PERCENT = 100;

  private final Schedule schedule = new Schedule();
  private final Map<String, Integer> runs = new LinkedHashMap<>(); // place by id
  private final Map<String, Track> jobs = new LinkedHashMap<>(); // by run and job
  private final TraceFile file;
  private long end;

  private HostTimeline(TraceFile file) {
    this.file = file;
  }

  static void write(Results results, Span span, Writer out) {
    TraceFile file = new TraceFile(out, about(results.json(SUMMARY).orElseThrow()));
    HostTimeline timeline = new HostTimeline(file);
    results.table(ACTIVITIES).ifPresent(timeline::addActivities);
    results.table(UTILISATION).ifPresent(timeline::addUtilisation);
    timeline.schedule.sort();
    OpenTracks tracks = new OpenTracks(file, span);
    timeline.schedule.showUntil(Math.min(timeline.end, span.to() - 1), tracks);
    tracks.finish(timeline.end);
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
      Track track = track(table.text(row, "run"), table.text(row, "job"));
      String name = table.text(row, "activity");
      Map<String, Object> args = Map.of("application", table.text(row, "application"));
      schedule.at(
          micros(table, row, "start_s"), (tracks, now) -> tracks.begin(now, track, name, args));
      schedule.at(micros(table, row, "end_s"), (tracks, now) -> tracks.end(now, track, Map.of()));
    }
  }

  private Track track(String run, String job) {
    return jobs.computeIfAbsent(
        run + "/" + job,
        key -> {
          Track track = new Track(Track.hostJobs(place(run)), jobs.size());
          file.nameTrack(track, job);
          return track;
        });
  }

  private int place(String run) {
    return runs.computeIfAbsent(
        run,
        id -> {
          int place = runs.size();
          file.nameProcess(Track.hostJobs(place), id + ": jobs");
          file.nameProcess(Track.hostMachine(place), id + ": machine");
          return place;
        });
  }

  private void addUtilisation(CsvTable table) {
    for (int row = 0; row < table.rows(); row++) {
      int process = Track.hostMachine(place(table.text(row, "run")));
      long start = micros(table, row, "start_s");
      addCounter(start, process, "cores busy (%)", table, row, "cpu");
      addCounter(start, process, "GPUs busy (%)", table, row, "gpu");
      addCounter(start, process, "GPU memory (%)", table, row, "gpuMemory");
      for (int gpu = 0; table.find(row, "gpu" + gpu).isPresent(); gpu++) {
        addCounter(start, process, "GPU " + gpu + " busy (%)", table, row, "gpu" + gpu);
        addCounter(start, process, "memory of GPU " + gpu + " (%)", table, row, "gpuMemory" + gpu);
      }
      micros(table, row, "end_s");
    }
  }

  private void addCounter(
      long start, int process, String name, CsvTable table, int row, String column) {
    Map<String, Double> value = Map.of("value", PERCENT * table.number(row, column));
    schedule.at(start, (tracks, now) -> tracks.counter(now, process, name, value));
  }

  private long micros(CsvTable table, int row, String column) {
    long micros = Math.round(MICROS * table.number(row, column));
    end = Math.max(end, micros);
    return micros;
  }

  /** Returns the files that it is made from. */
  static List<String> files() {
    return List.of(SUMMARY, ACTIVITIES, UTILISATION);
  }
}
