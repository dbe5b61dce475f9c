package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.workload.trace.BundledTraces;
import org.tukaani.xz.XZInputStream;

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

  @TempDir private Path folder;

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
    Path out = folder.resolve("out");
    Path file = Files.writeString(folder.resolve("experiment.json"), experiment);
    CommandRun run =
        CommandRun.of(
            new GpuSimulation(),
            folder.resolve("cache"),
            "run",
            file.toString(),
            "--quiet",
            "--out",
            out.toString());
    assertEquals(0, run.exitCode(), run.err());
    return Files.readAllLines(out.resolve("kernels.csv")).stream().skip(1).map(Span::of).toList();
  }

  private List<Span> kernelsOfTrace(long firstStream, long secondStream) throws IOException {
    Path sample = BundledTraces.path("sample-chase").resolveSibling("kernel-1.traceg.xz");
    try (InputStream in = new XZInputStream(Files.newInputStream(sample))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      String id = "-cuda stream id = ";
      Files.writeString(folder.resolve("1.traceg"), text.replace(id + 0, id + firstStream));
      Files.writeString(folder.resolve("2.traceg"), text.replace(id + 0, id + secondStream));
    }
    Files.writeString(folder.resolve("kernelslist.g"), "1.traceg\n2.traceg\n");
    return kernels("{ 'gpu': 'gtx980', 'workloads': [{ 'trace': '.' }] }".replace('\'', '"'));
  }

  private List<Span> kernelsOfModel(String launches, int repeat) throws IOException {
    Files.writeString(folder.resolve("m.json"), MODEL.replace("LAUNCHES", launches));
    return kernels(
        """
        { "gpu": "gtx980", "workloads": [{ "model": "m.json", "repeat": %d }] }
        """
            .formatted(repeat));
  }

  @Test
  void kernelsOfATraceInDifferentStreamsOverlap() throws IOException {
    List<Span> kernels = kernelsOfTrace(0, 94046784093440L);

    assertTrue(kernels.get(0).overlaps(kernels.get(1)), kernels.toString());
  }

  @Test
  void kernelsOfATraceInOneStreamDoNotOverlap() throws IOException {
    List<Span> kernels = kernelsOfTrace(7, 7);

    assertEquals(kernels.get(0).end, kernels.get(1).start);
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
