package org.polyphony.policy.partition.maestro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.dispatch.ThreadBlockNeed;
import org.polyphony.gpu.testing.Devices;

class HistoryTest {
  private static final double[] UNKNOWN = {Double.NaN, Double.NaN};

  @Test
  void remembersTheLastSmkOfAKernelIfItHadFewerThanEven() {
    History history = new History(true);
    history.note("a", 3, 4);
    history.note("b", 4, 4);

    assertEquals(3, history.fewerThanEven("a"));
    assertEquals(History.NONE, history.fewerThanEven("b"));

    history.note("a", 5, 4);

    assertEquals(History.NONE, history.fewerThanEven("a"));
  }

  @ParameterizedTest
  @CsvSource({"true, 3", "false, -1"})
  void remembersPairsAndSharesIfKernelsStartFromThem(boolean starts, int share) {
    History history = new History(starts);
    history.note("a", 3, 4);
    KernelPair pair = history.pair("a b", pairs());

    assertSame(pair, history.pair("a b", pairs()));
    assertNotSame(pair, history.pair("a c", pairs()));
    assertEquals(share < 0 ? History.NONE : share, history.fewerThanEven("a"));
  }

  @Test
  void remembersTheLastIpcOfAKernelOnADedicatedSm() {
    History history = new History(true);
    history.noteAlone("a", 5);
    history.noteAlone("a", Double.NaN); // not measured again

    assertEquals(5, history.alone("a"));
    assertEquals(Double.NaN, history.alone("b"));
  }

  private static Supplier<KernelPair> pairs() {
    ThreadBlockNeed need = ThreadBlockNeed.of(Devices.sm(), 128, 16, 0);
    PairPartitions partitions = new PairPartitions(Devices.sm(), need, need);
    return () ->
        new KernelPair(MeasuredPair.PARAMETERS, 16, partitions, partitions.even(), UNKNOWN);
  }
}
