package org.polyphony.workload.order;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

class OperationTest {
  private static final int X = Operation.HIDDEN;
  private static final int A = Operation.HIDDEN + 1;
  private static final int B = Operation.HIDDEN + 2;

  private static Operation listed(OpClass opClass, int[] writes, int... reads) {
    MemorySpace space = opClass == OpClass.LOAD ? MemorySpace.GLOBAL : MemorySpace.NONE;
    return new Operation(opClass, space, writes, reads);
  }

  private static final Operation LOAD = listed(OpClass.LOAD, new int[] {X}, A);
  private static final Operation TEST = listed(OpClass.INT, new int[0], B);

  @Test
  void inAModelALoadPassesAComparison() {
    List<Operation> code = new ArrayList<>();
    code.add(Operation.ofModel("LDG.E", LOAD));
    code.add(Operation.ofModel("ISETP.GE", TEST));

    assertArrayEquals(new int[] {1, 0}, SourceOrder.of(code));
  }

  /** The load may be predicated by what the comparison overwrites: it goes first. */
  @Test
  void inATraceAComparisonFollowsALoad() {
    List<Operation> code = new ArrayList<>();
    code.add(Operation.ofTrace("LDG.E", LOAD));
    code.add(Operation.ofTrace("IADD3", listed(OpClass.INT, new int[] {B}, B)));
    code.add(Operation.ofTrace("ISETP.GE", TEST));
    code.add(Operation.ofTrace("FADD", listed(OpClass.FP32, new int[] {A + 5}, X)));

    assertArrayEquals(new int[] {1, 0, 2, 3}, SourceOrder.of(code));
  }

  @Test
  void noAdditionComesBetweenACarryAndWhatTakesIt() {
    List<Operation> code = new ArrayList<>();
    code.add(Operation.ofModel("LDG.E", LOAD));
    code.add(Operation.ofModel("IADD", listed(OpClass.INT, new int[] {A}, A)));
    code.add(Operation.ofModel("IADD", listed(OpClass.INT, new int[] {B}, B)));
    code.add(Operation.ofModel("IADD.X", listed(OpClass.INT, new int[] {B + 1}, B + 1)));
    code.add(Operation.ofModel("FADD", listed(OpClass.FP32, new int[] {B + 2}, X)));

    assertArrayEquals(new int[] {0, 4, 1, 2, 3}, SourceOrder.of(code));
  }
}
