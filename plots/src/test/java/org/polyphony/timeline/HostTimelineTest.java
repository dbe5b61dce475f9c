package org.polyphony.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.Results;

class HostTimelineTest {
  @TempDir private Path folder;

  @BeforeEach
  void writeTwoRunsOfOneJob() throws IOException {
    Files.writeString(
        folder.resolve("host-summary.json"), "{\"experiment\":\"e\",\"runs\":[{\"run\":\"s\"}]}");
    Files.writeString(
        folder.resolve("activities.csv"),
        """
        run,job,application,activity,start_s,end_s
        s,A-1,A,cpu,0.0,0.5
        s,A-1,A,kernel,0.5,2.0
        t,A-1,A,cpu,0.0,1.0
        """);
    Files.writeString(
        folder.resolve("utilisation.csv"),
        """
        run,start_s,end_s,cpu,gpu,gpuMemory,gpu0,gpuMemory0
        s,0.0,1.0,0.5,0.5,0.25,0.5,0.25
        s,1.0,2.0,0.0,1.0,0.5,1.0,0.5
        t,0.0,1.0,1.0,0.0,0.0,0.0,0.0
        """);
  }

  private String trace(Span span) throws IOException {
    StringWriter out = new StringWriter();
    Timeline.write(Results.read(folder), span, out);
    return out.toString();
  }

  /** Returns events of a phase: process, time, duration of a slice, name and value. */
  private List<String> events(Span span, String phase) throws IOException {
    List<String> events = new ArrayList<>();
    for (JsonNode event : new JsonMapper().readTree(trace(span)).path("traceEvents")) {
      if (phase.equals(event.path("ph").asText())) {
        events.add(
            "%d %d %s %s %s"
                .formatted(
                    event.path("pid").asInt(),
                    event.path("ts").asLong(),
                    event.path("dur").asText(),
                    event.path("name").asText(),
                    event.at("/args/value").asText())
                .replaceAll(" +", " ")
                .strip());
      }
    }
    return events;
  }

  @Test
  void showsWhatEachJobDoesInTheProcessOfItsRun() throws IOException {
    assertEquals(
        List.of("1 0 500000 cpu", "1 500000 1500000 kernel", "3 0 1000000 cpu"),
        events(Span.ALL, "X"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2 0 memory of GPU 0 (%) 25.0",
        "2 1000000 memory of GPU 0 (%) 50.0",
        "4 0 cores busy (%) 100.0",
        "4 1000000 cores busy (%) 0.0", // the run ends
        "2 1000000 cores busy (%) 0.0",
        "2 1000000 GPUs busy (%) 100.0"
      })
  void countsWhatIsInUseAndEndsTheCountersOfARunWithIt(String count) throws IOException {
    List<String> events = events(Span.ALL, "C");

    assertTrue(events.contains(count), events.toString());
  }

  @Test
  void keepsToTheTraceEventFormatWithOneSliceAtATimeOnATrack() throws IOException {
    Files.writeString(
        folder.resolve("activities.csv"),
        """
        run,job,application,activity,start_s,end_s
        s,"A,1",A,queued,0.0,0.0000001
        s,"A,1",A,cpu,0.0000001,0.0000002
        s,"A,1",A,kernel,0.0000002,1.9999999
        s,B,A,waiting,0.5,2.0
        t,"A,1",A,cpu,0.0,1.0
        """);

    TraceFormat.check(trace(Span.ALL), 1);
    TraceFormat.check(trace(new Span(600_000, 1_700_000)), 1);
  }

  @Test
  void marksTheEndOfAJobThatDidNotFinish() throws IOException {
    Files.writeString(
        folder.resolve("jobs.csv"),
        """
        run,job,application,outcome,device,arrival_s,start_s,end_s,wait_s,kernel_s
        s,A-1,A,finished,0,0.0,0.0,2.0,0.0,1.5
        t,A-1,A,out-of-memory,0,0.0,0.0,1.0,0.0,0.0
        t,A-2,A,hung,0,0.0,0.0,,0.0,0.0
        """);

    assertEquals(List.of("3 1000000 out-of-memory"), events(Span.ALL, "i"));
    TraceFormat.check(trace(Span.ALL), 1);
  }

  @Test
  void cutsAPartOut() throws IOException {
    assertEquals(
        List.of("1 600000 100000 kernel", "3 600000 100000 cpu"),
        events(new Span(600_000, 700_000), "X"));
  }

  @ParameterizedTest
  @CsvSource({"2.0,0.5,a time from 2.0", "-1,0.5,a time from 0", "0.5,Infinity,a time from 0.5"})
  void refusesAnActivityWhoseTimesCannotBe(String start, String end, String allowed)
      throws IOException {
    Files.writeString(
        folder.resolve("activities.csv"),
        "run,job,application,activity,start_s,end_s\ns,A-1,A,cpu," + start + "," + end + "\n");

    String error = assertThrows(InvalidInputException.class, () -> trace(Span.ALL)).getMessage();
    assertTrue(error.contains("activities.csv:2"), error);
    assertTrue(error.contains(allowed), error);
  }

  @Test
  void refusesAFolderWithoutActivities() throws IOException {
    Files.delete(folder.resolve("activities.csv"));
    Results results = Results.read(folder);

    String error =
        assertThrows(InvalidInputException.class, () -> Timeline.require(results)).getMessage();
    assertTrue(error.contains("activities.csv"), error);
  }
}
