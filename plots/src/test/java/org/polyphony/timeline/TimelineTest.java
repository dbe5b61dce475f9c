package org.polyphony.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.input.InvalidInputException;
import org.polyphony.results.Results;

class TimelineTest {
  private static final int DEVICE = 1;
  private static final int SM0 = 2;
  @TempDir private Path folder;

  @BeforeEach
  void writeRun() throws IOException {
    write(
        "summary.json",
        "{\"experiment\":\"e\",\"gpu\":\"g\",\"policy\":\"maestro\",\"cycles\":100,"
            + "\"benchmarks\":[{\"name\":\"A\"},{\"name\":\"B\"}]}");
    write("resolved.json", "{\"gpu\":{\"sms\":1,\"coreKhz\":1126000,\"sm\":{\"threadBlocks\":2}}}");
    write(
        "timeline.csv",
        """
        cycle,event,sm,slot,benchmark,launch,threadBlock
        10,launch,0,0,A,0,0
        10,launch,0,1,A,0,1
        30,drain,0,1,A,0,1
        35,keep,0,1,A,0,1
        40,suspend,0,1,A,0,1
        60,drop,0,1,A,0,1
        60,launch,0,1,B,0,0
        80,end,0,0,A,0,0
        """);
    write(
        "roles.csv",
        """
        cycle,sm,role,benchmark,quota
        0,0,,A,0
        0,0,,B,0
        10,0,dedicated,A,2
        10,0,dedicated,B,0
        40,0,follower,A,1
        40,0,follower,B,1
        """);
    write(
        "epochs.csv",
        """
        epoch,endCycle,benchmark,ipc,decisionCycle,decision,outcome,roles,partitions,measured,scores,moved,settleCycles
        0,50,A,20.5,40,more,smkOther,F,,,,1,2
        0,50,B,0.0,,,,,,,,,
        1,100,A,10.0,,,,,,,,,
        1,100,B,5.0,,,,,,,,,
        """);
    write(
        "kernels.csv",
        "benchmark,launch,kernel,startCycle,cycles,ipc,threadBlocks\nA,0,_Z1kPf,5,75,12.0,1\n");
  }

  @Test
  void blamesNoResultsWhenItCannotBeWritten() {
    Results results = Results.read(folder);
    Writer full =
        new StringWriter() {
          @Override
          public void write(String text) {
            throw new UncheckedIOException(new IOException("No space left"));
          }
        };

    assertThrows(
        UncheckedIOException.class,
        () -> Timeline.write(results, new Span(0, Long.MAX_VALUE), full));
  }

  @Test
  void showsThreadBlocksWithPreemptionInside() throws IOException {
    assertEquals(
        List.of(
            "X 10-60 A",
            "X 30-35 drain latencyCycles=5",
            "X 40-60 switch latencyCycles=20",
            "X 60-100 B"),
        onTrack(SM0, 2));
  }

  @Test
  void showsWhatAnSmIsUsedFor() throws IOException {
    assertEquals(List.of("X 10-40 dedicated A", "X 40-100 follower"), onTrack(SM0, 0));
  }

  @Test
  void countsResidentThreadBlocksOncePerCycle() throws IOException {
    assertEquals(
        List.of("10 {\"A\":2}", "60 {\"A\":1,\"B\":1}", "80 {\"A\":0,\"B\":1}"),
        found(
            Span.ALL,
            event -> event.path("name").asText().equals("resident thread blocks"),
            event -> event.get("ts") + " " + event.get("args")));
  }

  @Test
  void showsEpochsKernelsDecisionsAndIpcOfTheDevice() throws IOException {
    assertEquals(List.of("X 0-50 epoch 0", "X 50-100 epoch 1"), onTrack(DEVICE, 1));
    assertEquals(List.of("i 40 A: more"), onTrack(DEVICE, 2));
    assertEquals(List.of("X 5-80 k"), onTrack(DEVICE, 3));
    assertEquals(List.of("C 0 IPC", "C 50 IPC"), onTrack(DEVICE, 0));
  }

  @Test
  void showsConcurrentKernelsOfStreamsOnTracksOfTheirOwn() throws IOException {
    write(
        "kernels.csv",
        """
        benchmark,launch,kernel,startCycle,cycles,ipc,threadBlocks
        A,0,k0,5,40,12.0,1
        A,1,k1,5,75,12.0,1
        A,2,k2,45,10,12.0,1
        """);

    assertEquals(List.of("X 5-45 k0", "X 45-55 k2"), onTrack(DEVICE, 3));
    assertEquals(List.of("X 5-80 k1"), onTrack(DEVICE, 5));
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "0, 0", "0, 0.1"})
  void showsRequestsThatWaitAndRunOnRowsOfTheirOwn(String first, String second) throws IOException {
    write(
        "requests.csv",
        """
        benchmark,request,arrivalCycle,startCycle,endCycle,latencyMicros,slowdown,late
        B,%s,10,15,40,0.03,1,false
        B,%s,20,45,70,0.05,1.5,true
        """
            .formatted(first, second));

    assertEquals(
        "b 20 requests of B, b 20 waiting, e 45 waiting, b 45 running, e 70 running,"
            + " e 70 requests of B",
        String.join(
            ", ",
            found(Span.ALL, event -> event.path("id").asText().equals("4.1"), TimelineTest::text)));
  }

  /** What the format asks for, of the whole and of parts that begin and end within slices. */
  @ParameterizedTest
  @CsvSource({"0, 1000", "0, 60", "35, 60", "45, 46", "60, 61", "99, 100", "200, 300"})
  void keepsToTheTraceEventFormatWithinTheSpan(long from, long to) throws IOException {
    TraceFormat.check(trace(new Span(from, to)), 2);
    for (JsonNode event : events(new Span(from, to))) {
      long begin = event.path("ts").asLong(from);
      long end = begin + event.path("dur").asLong();
      assertTrue(begin >= from && end <= to, event.toString());
    }
  }

  @Test
  void beginsAPartWithWhatIsThere() throws IOException {
    assertEquals(
        "1:3 k, 1:1 epoch 0, 2:0 follower, 2:1 A, 2:2 A, 2:2 switch, 1:0 IPC,"
            + " 2:0 resident thread blocks",
        String.join(
            ", ",
            found(
                new Span(45, 46),
                event -> event.path("ts").asLong() == 45,
                event ->
                    event.get("pid") + ":" + event.get("tid") + " " + event.get("name").asText())));
  }

  @Test
  void namesFileAndLineOfAWrongEvent() throws IOException {
    write(
        "timeline.csv",
        "cycle,event,sm,slot,benchmark,launch,threadBlock\n9,launch,0,0,A,0,0\n8,end,0,0,A,0,0\n");

    InvalidInputException e = assertThrows(InvalidInputException.class, () -> events(Span.ALL));

    assertTrue(e.getMessage().contains("timeline.csv:3: found cycle 8 after 9"), e.getMessage());
  }

  @Test
  void refusesWhatIsNoRun() throws IOException {
    Files.delete(folder.resolve("timeline.csv"));

    InvalidInputException e = assertThrows(InvalidInputException.class, () -> events(Span.ALL));

    assertTrue(e.getMessage().contains("no timeline.csv"), e.getMessage());
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(folder.resolve(file), text);
  }

  private String trace(Span span) {
    StringWriter out = new StringWriter();
    Timeline.write(Results.read(folder), span, out);
    return out.toString();
  }

  private JsonNode events(Span span) throws IOException {
    return new JsonMapper().readTree(trace(span)).get("traceEvents");
  }

  private List<String> onTrack(int process, int thread) throws IOException {
    return found(
        Span.ALL,
        event -> {
          String phase = event.get("ph").asText();
          boolean isCounterOfSm = phase.equals("C") && process == SM0;
          boolean isHere = event.get("pid").asInt() == process;
          return isHere
              && event.get("tid").asInt() == thread
              && !phase.equals("M")
              && !isCounterOfSm;
        },
        event -> {
          JsonNode latency = event.at("/args/latencyCycles");
          return text(event) + (latency.isMissingNode() ? "" : " latencyCycles=" + latency);
        });
  }

  private List<String> found(Span span, Predicate<JsonNode> wanted, Function<JsonNode, String> text)
      throws IOException {
    List<String> found = new ArrayList<>();
    for (JsonNode event : events(span)) {
      if (wanted.test(event)) {
        found.add(text.apply(event));
      }
    }
    return found;
  }

  private static String text(JsonNode event) {
    JsonNode length = event.path("dur");
    String end = length.isMissingNode() ? "" : "-" + (event.get("ts").asLong() + length.asLong());
    return event.get("ph").asText()
        + " "
        + event.get("ts")
        + end
        + " "
        + event.get("name").asText();
  }
}
