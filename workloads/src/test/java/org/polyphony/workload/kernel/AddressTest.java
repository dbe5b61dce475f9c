package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.input.Hash;
import org.polyphony.input.InvalidInputException;

class AddressTest {
  private static final long FIRST_ARRAY = 0x1000_0000L;

  /** Returns the addresses of the first instruction with an address of a warp. */
  private static long[] addresses(String program, int slot, long block, int warp) {
    Kernel kernel = TinyModel.kernel(program);
    InstructionStream stream = kernel.open(2);
    stream.begin(slot, block);
    int at = stream.next(slot, warp);
    while (kernel.instructions().widthBytes(at) == 0) {
      at = stream.next(slot, warp);
    }
    long[] lanes = new long[32];
    stream.addresses(slot, warp, lanes);
    return lanes;
  }

  /** Of a lane of a warp of a thread block in a slot; less the first byte of global arrays. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          LDG v = @ a[id]             | 0 | 1 | 1 | 0  | 384 | block and warp: 4 * (64 + 32)
          LDG v = @ a[id]             | 0 | 1 | 1 | 31 | 508 | and thread
          LDG.U16 v = @ a[1] + 2      | 0 | 0 | 0 | 9  | 6   | an offset in bytes
          LDG v = @ a[list.at(bx)]    | 0 | 1 | 0 | 0  | 4   | through a table
          LDG v = @ a[list.at(tx % 3)] | 0 | 0 | 0 | 2 | 8   | through a table
          LDC v = @ coefficients[0]   | 0 | 0 | 0 | 0  | 512 | the next array at a multiple of 512
          """)
  void isAnAddressOfGlobalMemory(
      String access, int slot, long block, int warp, int lane, long offset, String why) {
    long[] lanes = addresses('"' + access + '"', slot, block, warp);

    assertEquals(FIRST_ARRAY + offset, lanes[lane], why);
  }

  @Test
  void countsSharedMemoryFromTheBlocksStartAndLocalMemoryFromTheThreads() {
    assertEquals(4 * 3, addresses("\"LDS v = @ tile[tx]\"", 1, 1, 0)[3]);
    assertEquals(4, addresses("\"STL @ spill[1]\"", 1, 0, 1)[7]);
  }

  @Test
  void followsTheLoopCounter() {
    Kernel kernel =
        TinyModel.kernel(
            "{\"loop\": \"i\", \"trips\": 3, \"body\": [\"LDG v = @ a[id % 8 + 8 * i]\"]}");
    InstructionStream stream = kernel.open(1);
    long[] lanes = new long[32];
    stream.begin(0, 0);
    stream.next(0, 0);
    stream.next(0, 0);
    stream.next(0, 0);

    stream.addresses(0, 0, lanes);

    assertEquals(FIRST_ARRAY + 4 * (5 + 8), lanes[5]);
  }

  @Test
  void goesThroughAGraph() {
    long[] lanes = addresses("\"LDG v = @ a[graph.edge(graph.row(id))]\"", 0, 1, 0);
    long seed = Hash.mix(1, "graph".hashCode());
    IndexStructure graph = RandomGraph.structure(new RandomGraph.Rule(128, seed, 1, 3, false, 0));
    long row = graph.functions().get("row").at(64 + 5);

    assertEquals(FIRST_ARRAY + 4 * graph.functions().get("edge").at(row), lanes[5]);
  }

  @Test
  void hashesIntoTheArray() {
    long[] lanes = addresses("\"LDG v = @ a[hash(7, id) % n]\"", 0, 0, 0);
    long expected = Hash.mix(Hash.mix(1, 7), 3) % 128;

    assertEquals(FIRST_ARRAY + 4 * expected, lanes[3]);
  }

  @Test
  void refusesAnAccessThatLeavesTheArrayInSomeThread() {
    String message = TinyModel.refusal("\"LDG v = @ a[id + 1]\"");

    assertEquals(
        "tiny.json: $.kernels.k.program[0]: found a[id + 1], bytes 4 to 515 of the array,"
            + " allowed: bytes 0 to 511",
        message);
  }

  @Test
  void acceptsAGuardedAccessWhileItStaysInside() {
    String program = "{\"if\": \"id < n - 1\", \"then\": [\"LDG v = @ a[id + 1]\"]}";

    assertEquals(FIRST_ARRAY + 4, addresses(program, 0, 0, 0)[0]);
  }

  @Test
  void refusesAGuardedAccessWhenItGoesOutside() {
    String program = "{\"if\": \"id < n\", \"then\": [\"LDG v = @ a[id + 1]\"]}";

    String message =
        assertThrows(InvalidInputException.class, () -> addresses(program, 0, 1, 1)).getMessage();

    assertTrue(message.contains("found byte 512 of a, allowed: bytes 0 to 511"), message);
  }
}
