package org.polyphony.timeline;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Violation;
import org.polyphony.plot.Results;
import org.polyphony.plot.RunRecord;

/**
 * Writes the timeline of a run, or of a host experiment ({@link HostTimeline}). Of a run, a process
 * of the trace is the device or an SM; a core cycle is shown as a microsecond. The same results
 * give the same bytes.
 */
public final class Timeline {
  private static final String SUMMARY = "summary.json";
  private static final String CONFIG = "config.json";
  private static final String EVENTS = "timeline.csv";

  private Timeline() {}

  /**
   * Checks that a folder is that of one run or of one host experiment.
   *
   * @param results the folder
   * @throws InvalidInputException when it is not
   */
  public static void require(Results results) {
    for (String file : isHost(results) ? HostTimeline.files() : List.of(SUMMARY, CONFIG, EVENTS)) {
      if (results.isSweep() || !results.has(file)) {
        String allowed = "a folder that run or host has written";
        throw new Violation("", "no " + file + " of one run", allowed)
            .errorAt(results.folder().toString());
      }
    }
  }

  private static boolean isHost(Results results) {
    return results.has(HostTimeline.SUMMARY);
  }

  /**
   * Writes all of it.
   *
   * @param results the folder
   * @param span the part that is shown
   * @param out receives the JSON
   * @throws InvalidInputException when {@link #require} refuses it, or a file cannot be read
   */
  public static void write(Results results, Span span, Writer out) {
    require(results);
    if (isHost(results)) {
      HostTimeline.write(results, span, out);
      return;
    }
    RunRecord run = results.runs().get(0);
    JsonNode config = results.json(CONFIG).orElseThrow();
    TraceFile file = new TraceFile(out, about(run, config));
    DeviceRows device = new DeviceRows(run.names());
    device.name(file);
    nameSms(file, config.at("/gpu/sms").asInt(), config.at("/gpu/sm/threadBlocks").asInt());
    OpenTracks tracks = new OpenTracks(file, span);
    long end = (long) run.number("/cycles");
    show(results, tracks, schedule(results, device), Math.min(end, span.to() - 1));
    tracks.finish(end);
    file.close();
  }

  private static Map<String, Object> about(RunRecord run, JsonNode config) {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("experiment", run.experiment());
    about.put("workloads", run.workloads());
    about.put("policy", run.policy());
    about.put("gpu", run.summary().path("gpu").asText());
    about.put("time", "1 us is 1 core cycle");
    about.put("coreKhz", config.at("/gpu/coreKhz").asLong());
    about.put("configHash", run.summary().at("/provenance/configHash").asText());
    return about;
  }

  private static void nameSms(TraceFile file, int sms, int slots) {
    for (int sm = 0; sm < sms; sm++) {
      file.nameProcess(Track.role(sm).process(), "SM " + sm);
      file.nameTrack(Track.role(sm), "role");
      for (int slot = 0; slot < slots; slot++) {
        file.nameTrack(Track.slot(sm, slot), "slot " + slot);
      }
    }
  }

  private static Schedule schedule(Results results, DeviceRows device) {
    Schedule schedule = new Schedule();
    results.table("kernels.csv").ifPresent(table -> device.addKernels(schedule, table));
    results.table("epochs.csv").ifPresent(table -> device.addEpochs(schedule, table));
    results.table("ipc.csv").ifPresent(table -> device.addWindows(schedule, table));
    results.table("roles.csv").ifPresent(table -> SmUses.addTo(schedule, table));
    schedule.sort();
    return schedule;
  }

  private static void show(Results results, OpenTracks tracks, Schedule schedule, long end) {
    ThreadBlocks blocks = new ThreadBlocks(tracks);
    EventFile.read(
        results.folder().resolve(EVENTS),
        event -> {
          boolean isShown = event.cycle() <= end;
          if (isShown) {
            blocks.moveTo(event.cycle());
            schedule.showUntil(event.cycle(), tracks);
            blocks.show(event);
          }
          return isShown;
        });
    blocks.showCounts();
    schedule.showUntil(end, tracks);
  }
}
