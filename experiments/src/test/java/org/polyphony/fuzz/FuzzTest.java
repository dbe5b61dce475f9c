package org.polyphony.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged inputs of every kind end as they should. {@code mvn -Pfuzz verify -Dcases=100000} runs
 * more of them, {@code -Dcase=N} one alone, {@code -Dkind=K} those of a kind, {@code -Dseed=S}
 * others.
 */
@Tag("slow")
class FuzzTest {
  private static final int USUAL_CASES = 240;

  @TempDir private Path temporary;

  @Test
  void everyDamagedInputEndsWithOneMessageOrResults() throws Exception {
    String kept = System.getProperty("fuzz.folder", "");
    Path folder = kept.isEmpty() ? temporary : Path.of(kept);
    int only = Integer.getInteger("fuzz.case", -1);
    int cases = Integer.getInteger("fuzz.cases", USUAL_CASES);
    long seed = Long.getLong("fuzz.seed", 1);
    String kind = System.getProperty("fuzz.kind", "");
    IntStream numbers =
        (only < 0 ? IntStream.range(0, cases) : IntStream.of(only))
            .filter(number -> kind.isEmpty() || FuzzKind.of(number).name().equals(kind));

    FuzzCounts counts = run(new Fuzzer(folder, seed, only >= 0), numbers.toArray(), seed);

    if (!kept.isEmpty()) {
      System.out.print(counts);
    }
    assertEquals(List.of(), counts.finds());
  }

  private static FuzzCounts run(Fuzzer fuzzer, int[] numbers, long seed)
      throws IOException, InterruptedException {
    FuzzCounts counts = new FuzzCounts(seed);
    PrintStream usual = System.err;
    System.setErr(mute()); // each cache that cannot be written is told of there
    try {
      for (int number : numbers) {
        Outcome outcome = fuzzer.run(number);
        counts.add(outcome, fuzzer.folder(number), usual);
      }
    } finally {
      System.setErr(usual);
    }
    return counts;
  }

  private static PrintStream mute() {
    return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }
}
