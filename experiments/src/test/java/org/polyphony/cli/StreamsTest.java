package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Kernels of different streams run concurrently, as {@code kernels.csv} shows. */
class StreamsTest {
  private static final String MODEL =
      """
      {
        "schemaVersion": 1, "name": "streams", "about": "for tests",
        "kernels": {
          "k": { "registers": 8, "block": [32], "grid": [1], "program": ["MOV r =; FADD*50 r = r"] }
        },
        "launches": [LAUNCHES]
      }
      """;

  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  /** Core cycles from the launch of a kernel to its end. */
  private record Span(long start, long end) {
    boolean overlaps(Span other) {
      return start < other.end && other.start < end;
    }

    static Span of(String row) {
      String[] cells = row.split(",", -1);
      long start = Long.parseLong(cells[3]);
      return new Span(start, start + Long.parseLong(cells[4]));
    }
  }

  private List<Span> kernels(String experiment) throws IOException {
    folder.json("experiment.json", experiment);
    folder.simulated("run ./experiment.json --quiet --out ./out").shows();
    return folder.lines("out/kernels.csv").stream().skip(1).map(Span::of).toList();
  }

  private List<Span> kernelsOfTrace(long firstStream, long secondStream) throws IOException {
    String text = CommandFolder.trace("sample-chase");
    String id = "-cuda stream id = ";
    folder.write("1.traceg", text.replace(id + 0, id + firstStream));
    folder.write("2.traceg", text.replace(id + 0, id + secondStream));
    folder.write("kernelslist.g", "1.traceg\n2.traceg\n");
    return kernels("{ 'gpu': 'gtx980', 'workloads': [{ 'trace': '.' }] }");
  }

  private List<Span> kernelsOfModel(String launches, int repeat) throws IOException {
    folder.write("m.json", MODEL.replace("LAUNCHES", launches));
    return kernels(
        """
        { "gpu": "gtx980", "workloads": [{ "model": "m.json", "repeat": %d }] }
        """
            .formatted(repeat));
  }

  @Test
  void kernelsOfATraceOverlapInDifferentStreamsOnly() throws IOException {
    List<Span> different = kernelsOfTrace(0, 94046784093440L);
    assertTrue(different.get(0).overlaps(different.get(1)), different.toString());

    List<Span> same = kernelsOfTrace(7, 7);
    assertEquals(same.get(0).end, same.get(1).start);
  }

  @Test
  void aWaitHoldsAStreamUntilTheEventOccurs() throws IOException {
    String launches =
        """
        {"launch": "k"}, {"record": "ready"}, {"wait": "ready", "stream": 1},
        {"launch": "k", "stream": 1}, {"launch": "k", "stream": 2}
        """;

    List<Span> kernels = kernelsOfModel(launches, 1);

    long waited = kernels.stream().mapToLong(Span::start).max().orElseThrow();
    long first = kernels.stream().mapToLong(Span::start).min().orElseThrow();
    assertEquals(2, kernels.stream().filter(kernel -> kernel.start == first).count());
    assertEquals(kernels.get(0).end, waited, kernels.toString());
  }

  @Test
  void aRepetitionStartsWhenAllStreamsHaveEnded() throws IOException {
    String launches =
        "{\"launch\": \"k\"}, {\"launch\": \"k\"}, {\"launch\": \"k\", \"stream\": 1}";

    List<Span> kernels = kernelsOfModel(launches, 2);

    long first = kernels.stream().limit(3).mapToLong(Span::end).max().orElseThrow();
    assertTrue(
        kernels.stream().skip(3).allMatch(kernel -> kernel.start >= first), kernels.toString());
  }
}
