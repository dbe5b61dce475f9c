package org.polyphony.workload.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

class SourceOrderTest {
  private final List<Operation> operations = new ArrayList<>();
  private final List<String> names = new ArrayList<>();

  private void add(String name, OpClass opClass, MemorySpace space, String to, String from) {
    names.add(name);
    operations.add(new Operation(opClass, space, letters(to), letters(from)));
  }

  private static int[] letters(String registers) {
    return registers.chars().toArray();
  }

  private void load(String name, String to, String from) {
    add(name, OpClass.LOAD, MemorySpace.GLOBAL, to, from);
  }

  private void compute(String name, String to, String from) {
    add(name, OpClass.FP32, MemorySpace.NONE, to, from);
  }

  private void store(String name, MemorySpace space, String from) {
    add(name, OpClass.STORE, space, "", from);
  }

  private void other(String name, OpClass opClass) {
    add(name, opClass, MemorySpace.NONE, "", "");
  }

  private String order() {
    return Arrays.stream(SourceOrder.of(operations))
        .mapToObj(names::get)
        .collect(Collectors.joining(" "));
  }

  @Test
  void sinksALoadToWhatReadsItsRegister() {
    load("load", "x", "a");
    compute("one", "y", "b");
    compute("two", "z", "y");
    compute("use", "w", "x");

    assertEquals("one two load use", order());
  }

  @Test
  void sinksALoadToWhatOverwritesItsRegister() {
    load("load", "x", "a");
    compute("one", "y", "b");
    compute("over", "x", "b");

    assertEquals("one load over", order());
  }

  @Test
  void sinksALoadWithoutAUseToTheEndOfTheStretchOnly() {
    load("load", "x", "a");
    compute("one", "y", "b");
    other("branch", OpClass.BRANCH);
    compute("use", "w", "x");

    assertEquals("one load branch use", order());
  }

  @Test
  void keepsTheOrderOfLoadsWithTheSameUse() {
    load("first", "x", "a");
    load("second", "y", "a");
    compute("one", "z", "b");
    compute("use", "w", "yx");

    assertEquals("one first second use", order());
  }

  @Test
  void whatOverwritesTheAddressFollowsTheLoad() {
    load("load", "x", "a");
    compute("step", "a", "a");
    compute("one", "y", "b");
    compute("use", "w", "x");

    assertEquals("one load use step", order());
  }

  /** Eight trips of streamcluster's loop unrolled: two loads, two address steps each; then sums. */
  @Test
  void givesStreamclustersLoopTheOrderOfItsPtx() {
    for (int u = 0; u < 8; u++) {
      load("p" + u, "" + u, "a");
      compute("a" + u, "a", "an");
      load("q" + u, "" + (char) ('A' + u), "b");
      compute("b" + u, "b", "bn");
    }
    for (int u = 0; u < 8; u++) {
      String p = "" + u;
      compute("sub" + u, p, p + (char) ('A' + u));
      compute("fma" + u, "S", "S" + p);
    }

    StringBuilder expected = new StringBuilder();
    for (int u = 0; u < 8; u++) {
      expected.append("p%d q%d sub%d a%d b%d fma%d ".replace("%d", "" + u));
    }
    assertEquals(expected.toString().strip(), order());
    assertEquals(16, LoadUse.of(operations, List.of()).mostInFlight());
    List<Operation> sunk =
        Arrays.stream(SourceOrder.of(operations)).mapToObj(operations::get).toList();
    assertEquals(new LoadUse(48, 16, 1.5, 2), LoadUse.of(sunk, List.of()));
  }

  @Test
  void whatSetsAPredicateDoesNotWait() {
    load("load", "x", "a");
    compute("one", "y", "b");
    names.add("test");
    int[] address = letters("a");
    operations.add(new Operation(OpClass.INT, MemorySpace.NONE, address, new int[0], true));
    compute("two", "z", "b");
    compute("use", "w", "x");

    assertEquals("one load test two use", order());
  }

  @Test
  void doesNotPassAStoreToTheSameMemory() {
    load("load", "x", "a");
    compute("one", "y", "b");
    store("store", MemorySpace.GLOBAL, "y");
    compute("use", "w", "x");

    assertEquals("one load store use", order());
  }

  @Test
  void passesAStoreToAnotherMemory() {
    load("load", "x", "a");
    store("store", MemorySpace.SHARED, "b");
    compute("use", "w", "x");

    assertEquals("store load use", order());
  }

  @Test
  void doesNotPassAStoreOrAtomicToMemoryThatIsNotKnown() {
    load("first", "x", "a");
    store("store", MemorySpace.NONE, "b");
    load("second", "y", "a");
    add("atomic", OpClass.ATOMIC, MemorySpace.GLOBAL, "", "b");
    compute("use", "w", "xy");

    assertEquals("first store second atomic use", order());
  }

  @Test
  void passesNeitherBarriersNorFences() {
    load("first", "x", "a");
    other("barrier", OpClass.BARRIER);
    load("second", "y", "a");
    other("fence", OpClass.FENCE);
    compute("use", "w", "xy");

    assertEquals("first barrier second fence use", order());
  }

  @Test
  void aLoadThatNeedsALoadFollowsIt() {
    load("pointer", "p", "a");
    compute("one", "y", "b");
    load("load", "x", "p");
    compute("two", "z", "y");
    compute("use", "w", "x");

    assertEquals("one two pointer load use", order());
  }
}
