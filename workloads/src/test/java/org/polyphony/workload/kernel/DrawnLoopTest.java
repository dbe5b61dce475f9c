package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.workload.trace.TraceProfile;
import org.polyphony.workload.trace.TraceProfiler;

/** Loops over the tiles that a cluster draws, as the device sees them. */
class DrawnLoopTest {
  private static final String LOOP =
      "{\"loop\": \"t\", \"draws\": \"tile\", \"below\": \"n\", \"body\": [%s]}";

  private static Kernel kernel(String body) {
    return TinyModel.kernel(LOOP.formatted(body));
  }

  /** Returns the instructions of warp 0 after the loop has got some tiles. */
  private static List<String> trace(Kernel kernel, long... tiles) {
    List<String> found = new ArrayList<>();
    try (InstructionStream stream = kernel.open(1)) {
      stream.begin(0, 0);
      for (long tile : tiles) {
        stream.drawn(0, tile);
      }
      for (int i = stream.next(0, 0); i >= 0; i = stream.next(0, 0)) {
        found.add(kernel.instructions().mnemonic(i).split("\\.", 2)[0]);
      }
    }
    return found;
  }

  @Test
  void aTripWaitsForItsTileAndBranchesOverTheBodyWhenThereIsNone() {
    assertEquals(
        List.of("SYNCS", "BRA", "NOP", "BRA", "SYNCS", "BRA", "EXIT"),
        trace(kernel("\"NOP\""), 5, 128));
    assertEquals(List.of("SYNCS", "BRA", "EXIT"), trace(kernel("\"NOP\""), 130));
    assertThrows(IllegalStateException.class, () -> trace(kernel("\"NOP\""), 1)); // not yet drawn
  }

  @Test
  void aProfileOfAllBlocksHasEachTileOnce() {
    ModelWorkload workload =
        ModelWorkload.parse(
            TinyModel.text(LOOP.formatted("'FADD r ='")), "tiny.json", ModelOptions.DEFAULT);

    TraceProfile profile = TraceProfiler.profile(workload);

    int warps = 2; // of each thread block
    assertEquals(128.0 * warps / profile.warpInstructions(), profile.share(OpClass.FP32), 1e-9);
  }

  @Test
  void theWaitNamesItsTripAndHasItsEffect() {
    Kernel kernel = kernel("\"NOP\"");
    try (InstructionStream stream = kernel.open(1)) {
      stream.begin(0, 0);
      stream.drawn(0, 7);
      stream.drawn(0, 9);
      long[] operands = new long[1];
      for (long trip = 0; trip < 2; trip++) {
        int wait = stream.next(0, 0);
        stream.operands(0, 0, operands);
        assertEquals(Effect.AWAIT_TILE, kernel.instructions().effect(wait));
        assertEquals(trip, operands[0]);
        for (int i = 0; i < 3; i++) {
          stream.next(0, 0);
        }
      }
    }
  }

  @Test
  void bothNumbersAreUsableInTheBody() {
    Kernel kernel = kernel("\"LDG v = @ a[(tile * 2 + t) % n]\"");
    long first = 0;
    try (InstructionStream stream = kernel.open(1)) {
      stream.begin(0, 0);
      long[] lanes = new long[32];
      for (long tile : new long[] {3, 10, 40}) {
        stream.drawn(0, tile);
      }
      for (long expected : new long[] {6, 21, 82}) {
        for (int i = 0; i < 3; i++) {
          stream.next(0, 0);
        }
        stream.addresses(0, 0, lanes);
        first = first == 0 ? lanes[0] - 4 * expected : first;
        assertEquals(4 * expected, lanes[0] - first);
        stream.next(0, 0);
      }
    }
  }

  @Test
  void conditionsFollowTheTile() {
    Kernel kernel =
        kernel(
            "{\"if\": \"(tile + lane) % 7 < 3 && hash(tile, lane) % 2 == 0\", \"then\": [\"NOP\"]}");
    assertEquals(3, trace(kernel, 0, 70, 140).stream().filter("SYNCS"::equals).count());
    assertTrue(trace(kernel, 0, 70, 140).contains("NOP"));
  }

  @Test
  void aKernelWithoutSuchALoopHasNoTiles() {
    assertEquals(128, kernel("\"NOP\"").tiles());
    assertEquals(0, TinyModel.kernel("'NOP'").tiles());
  }
}
