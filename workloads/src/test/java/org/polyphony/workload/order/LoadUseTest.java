package org.polyphony.workload.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.workload.order.LoadUse.Range;

class LoadUseTest {
  private final List<Operation> text = new ArrayList<>();

  private void load(int to, MemorySpace space) {
    text.add(new Operation(OpClass.LOAD, space, new int[] {to}, new int[0]));
  }

  private void use(int... from) {
    text.add(new Operation(OpClass.INT, MemorySpace.NONE, new int[0], from));
  }

  @Test
  void countsInstructionsToTheFirstUseAndLoadsBeforeIt() {
    load(1, MemorySpace.GLOBAL);
    load(2, MemorySpace.SHARED);
    use();
    use(1); // 3 after its load
    use(2); // 3 after its load
    use(1);

    assertEquals(new LoadUse(6, 2, 3, 2), LoadUse.of(text, List.of()));
  }

  @Test
  void aUseWaitsForTheLoadsBeforeItsOwn() {
    load(1, MemorySpace.GLOBAL);
    load(2, MemorySpace.GLOBAL);
    use(2);
    load(3, MemorySpace.GLOBAL);
    load(4, MemorySpace.GLOBAL);
    use(1, 3, 4);

    assertEquals(2, LoadUse.of(text, List.of()).mostInFlight());
  }

  @Test
  void leavesConstantsAndLoadsWithoutAUseOut() {
    load(1, MemorySpace.CONSTANT);
    load(2, MemorySpace.GLOBAL);
    use(1);

    assertEquals(new LoadUse(3, 1, 0, 1), LoadUse.of(text, List.of()));
  }

  @Test
  void countsToTheUseOfTheNextTrip() {
    use(1); // 2 after the load of the trip before
    use();
    load(1, MemorySpace.GLOBAL);

    assertEquals(new LoadUse(3, 1, 1, 1), LoadUse.of(text, List.of(new Range(0, 3))));
    assertEquals(0, LoadUse.of(text, List.of()).meanDistance());
  }

  @Test
  void takesTheInnermostLoopWithMostLoads() {
    load(1, MemorySpace.GLOBAL);
    use(1);
    load(2, MemorySpace.GLOBAL);
    load(3, MemorySpace.GLOBAL);
    use(2, 3);

    List<Range> loops = List.of(new Range(0, 2), new Range(2, 5), new Range(0, 5));
    assertEquals(new LoadUse(3, 2, 1.5, 2), LoadUse.of(text, loops));
  }
}
