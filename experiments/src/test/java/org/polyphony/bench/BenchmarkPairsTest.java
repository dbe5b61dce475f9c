package org.polyphony.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Param;
import org.polyphony.simulation.RunRequest;
import org.polyphony.study.pairs.Category;

class BenchmarkPairsTest {
  @Test
  void areTwelveOfAllCategories() {
    Map<Category, Integer> counts = new EnumMap<>(Category.class);
    BenchmarkPairs.NAMES.forEach(
        name -> counts.merge(BenchmarkPairs.category(name), 1, Integer::sum));

    assertEquals(Map.of(Category.COM_COM, 3, Category.COM_MEM, 4, Category.MEM_MEM, 5), counts);
  }

  @Test
  void areThoseOfTheBenchmark() throws ReflectiveOperationException {
    Param named = PairBenchmark.class.getField("pair").getAnnotation(Param.class);

    assertEquals(BenchmarkPairs.NAMES, Arrays.asList(named.value()));
  }

  @Test
  void runAsInFigure11() {
    RunRequest request = BenchmarkPairs.request("BS/NW", "smk-even", "gtx980", 1_000);

    assertEquals("none", request.sharing().kernelScheduler());
    assertEquals("one-way", request.sharing().allocation());
    assertEquals("chimera", request.sharing().preemption());
    assertEquals(List.of(1_000L, 1_000L), request.instructionBudgets());
  }

  @Test
  void refuseAnUnknownPolicy() {
    assertThrows(
        IllegalArgumentException.class,
        () -> BenchmarkPairs.request("BS/NW", "alone", "gtx980", 1_000));
  }
}
