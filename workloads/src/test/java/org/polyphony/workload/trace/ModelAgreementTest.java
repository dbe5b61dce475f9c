package org.polyphony.workload.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.workload.trace.ModelAgreement.Row;
import org.polyphony.workload.trace.TraceProfile.GlobalTraffic;
import org.polyphony.workload.trace.TraceProfile.SharedTraffic;

class ModelAgreementTest {
  private static final OpClass STORE = OpClass.STORE;
  private static final String INTEGER = "integer, conversion, SFU, constant %";
  private static final String SECTORS = "32 B sectors per global access";
  private static final String LANES = "mean active lanes";

  /** A kernel of 100 warp instructions and 20 global accesses. */
  private static TraceProfile profile(long threadInstructions, long sectors, long stores) {
    return profile(threadInstructions, sectors, stores, 0);
  }

  private static TraceProfile profile(
      long threadInstructions, long sectors, long stores, long constantReads) {
    return new TraceProfile(
        "k",
        1,
        1,
        100,
        threadInstructions,
        Map.of(OpClass.UNIFORM, 60L, OpClass.INT, 20L, OpClass.LOAD, 20 - stores, STORE, stores),
        new GlobalTraffic(20 - stores, stores, sectors, 20, 1280, 1280, 0),
        new SharedTraffic(0, 0, 0),
        0,
        constantReads);
  }

  private static Row row(TraceProfile trace, TraceProfile model, String figure) {
    return ModelAgreement.rows(Map.of("k", trace), Map.of("k", model)).stream()
        .filter(row -> row.figure().equals(figure))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void addsTheUniformPipeToTheIntegers() {
    TraceProfile profile = profile(3200, 80, 5);

    assertEquals(80.0, row(profile, profile, INTEGER).trace());
  }

  @Test
  void countsReadsOfConstantsAsIntegersAndNotAsLoads() {
    TraceProfile without = profile(3200, 80, 5);
    TraceProfile with = profile(3200, 80, 5, 10);

    assertEquals(10.0, row(without, with, INTEGER).difference(), 1e-9);
    assertEquals(-10.0, row(without, with, "load, texture %").difference(), 1e-9);
  }

  @Test
  void allowsFivePointsOfAClassAndNotSix() {
    assertTrue(row(profile(3200, 80, 5), profile(3200, 80, 10), "store %").within());
    assertFalse(row(profile(3200, 80, 5), profile(3200, 80, 11), "store %").within());
  }

  @Test
  void allowsFifteenPercentOfSectorsPerAccess() {
    assertTrue(row(profile(3200, 80, 5), profile(3200, 92, 5), SECTORS).within());
    assertFalse(row(profile(3200, 80, 5), profile(3200, 93, 5), SECTORS).within());
  }

  @Test
  void allowsFivePercentOfActiveLanes() {
    assertTrue(row(profile(2000, 80, 5), profile(1900, 80, 5), LANES).within());
    assertFalse(row(profile(2000, 80, 5), profile(1899, 80, 5), LANES).within());
  }

  @Test
  void findsAModelWithAccessesThatTheTraceDoesNotHaveOutside() {
    Row row = row(profile(3200, 0, 5), profile(3200, 80, 5), SECTORS);

    assertFalse(row.within());
  }

  @Test
  void leavesOutWhatOnlyOneOfThemHas() {
    TraceProfile profile = profile(3200, 80, 5);

    assertEquals(List.of(), ModelAgreement.rows(Map.of("a", profile), Map.of("b", profile)));
  }

  @Test
  void findsAnUnknownValueOutside() {
    assertFalse(new Row("k", "f", Double.NaN, 1, 10, false).within());
  }
}
