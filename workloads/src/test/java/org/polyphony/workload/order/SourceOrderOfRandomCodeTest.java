package org.polyphony.workload.order;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

/** What depends on each other is found here pair by pair, without regard to what lies between. */
class SourceOrderOfRandomCodeTest {
  private static final int SEEDS = 3000;
  private static final OpClass[] CLASSES = {
    OpClass.LOAD, OpClass.LOAD, OpClass.LOAD, OpClass.TEXTURE, OpClass.INT, OpClass.INT,
    OpClass.FP32, OpClass.SFU, OpClass.STORE, OpClass.ATOMIC, OpClass.BARRIER, OpClass.BRANCH,
    OpClass.INT, OpClass.FP32, OpClass.INT, OpClass.FENCE
  };

  private static List<Operation> code(Random random) {
    int registers = 3 + random.nextInt(14);
    int classes = random.nextBoolean() ? 9 : CLASSES.length; // also without atomics and ends
    List<Operation> code = new ArrayList<>();
    int length = random.nextInt(60);
    for (int i = 0; i < length; i++) {
      OpClass opClass = CLASSES[random.nextInt(classes)];
      MemorySpace space = MemorySpace.values()[random.nextInt(5)];
      boolean writes = opClass != OpClass.STORE && opClass != OpClass.BARRIER;
      code.add(
          new Operation(
              opClass,
              space,
              random.ints(writes ? random.nextInt(3) : 0, 0, registers).toArray(),
              random.ints(random.nextInt(4), 0, registers).toArray(),
              random.nextInt(8) == 0));
    }
    return code;
  }

  private static boolean mustStayInOrder(Operation a, Operation b) {
    if (isEnd(a) || isEnd(b) || overlap(a.writes(), b.reads()) || overlap(a.reads(), b.writes())) {
      return true;
    }
    boolean isAccess = isMemory(a) && isMemory(b) && (isStore(a) || isStore(b));
    boolean sameMemory =
        a.space() == b.space() || a.space() == MemorySpace.NONE || b.space() == MemorySpace.NONE;
    return overlap(a.writes(), b.writes()) || (isAccess && sameMemory);
  }

  private static boolean isEnd(Operation o) {
    boolean isLoad = o.opClass() == OpClass.LOAD || o.opClass() == OpClass.TEXTURE;
    return List.of(OpClass.BARRIER, OpClass.BRANCH, OpClass.FENCE).contains(o.opClass())
        || (isLoad && o.writes().length == 0);
  }

  private static boolean isStore(Operation o) {
    return o.opClass() == OpClass.STORE || o.opClass() == OpClass.ATOMIC;
  }

  private static boolean isMemory(Operation o) {
    return isStore(o) || o.opClass() == OpClass.LOAD || o.opClass() == OpClass.TEXTURE;
  }

  private static boolean overlap(int[] a, int[] b) {
    return Arrays.stream(a).anyMatch(x -> Arrays.stream(b).anyMatch(y -> x == y));
  }

  @Test
  void isAPermutationThatKeepsEveryDependence() {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Operation> code = code(new Random(seed));
      int[] order = SourceOrder.of(code);

      int[] sorted = Arrays.stream(order).sorted().toArray();
      assertArrayEquals(IntStream.range(0, code.size()).toArray(), sorted, "seed " + seed);
      int[] place = new int[order.length];
      Arrays.setAll(sorted, i -> place[order[i]] = i);
      for (int a = 0; a < order.length; a++) {
        for (int b = a + 1; b < order.length; b++) {
          boolean keeps = place[a] < place[b] || !mustStayInOrder(code.get(a), code.get(b));
          assertTrue(keeps, "seed " + seed + ": " + a + " and " + b);
        }
      }
    }
  }

  @Test
  void isTheSameWhenDoneAgain() {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Operation> code = code(new Random(seed));
      List<Operation> once = Arrays.stream(SourceOrder.of(code)).mapToObj(code::get).toList();

      int[] unchanged = IntStream.range(0, once.size()).toArray();
      assertArrayEquals(unchanged, SourceOrder.of(once), "seed " + seed);
    }
  }

  /** Right before the use stand, besides the load, only loads and what these and the use need. */
  @Test
  void noLoadStandsBeforeArithmeticThatCouldComeFirst() {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Operation> code = code(new Random(seed));
      List<Operation> sunk = Arrays.stream(SourceOrder.of(code)).mapToObj(code::get).toList();
      for (int i = 0; i + 2 < sunk.size(); i++) {
        assertTrue(!couldSwap(sunk, i), "seed " + seed + ": " + i);
      }
    }
  }

  /** A load, arithmetic that depends on nothing of the load's stretch before, and not its use. */
  private static boolean couldSwap(List<Operation> sunk, int load) {
    Operation after = sunk.get(load + 1);
    boolean isLoad = isMemory(sunk.get(load)) && !isStore(sunk.get(load));
    boolean isArithmetic = !isMemory(after) && !isEnd(after);
    boolean isFree =
        IntStream.rangeClosed(0, load).noneMatch(i -> mustStayInOrder(sunk.get(i), after));
    boolean isNeeded =
        IntStream.range(load + 2, sunk.size()).anyMatch(i -> mustStayInOrder(after, sunk.get(i)));
    return isLoad && !isEnd(sunk.get(load)) && isArithmetic && isFree && !isNeeded;
  }
}
