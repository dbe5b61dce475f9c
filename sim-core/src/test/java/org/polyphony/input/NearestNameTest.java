package org.polyphony.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
  @Test
  @Timeout(5)
  void aLongTextIsNearToNoName() {
    String text = "a".repeat(20_000_000);

    assertEquals(Optional.empty(), NearestName.of(text, List.of("aaa", "b".repeat(50))));
  }

  /** By edits, of which an insertion costs as much as a deletion, whatever the case. */
  @ParameterizedTest
  @CsvSource({
    "spatial-smrt, spatial-even spatial-smart smk-even, spatial-smart",
    "gto, LRR GTO, GTO",
    "a?, ab aa, aa", // the first in order among equals
    "own.json, BFS TPACF,",
    "bytes, bits byte, byte",
    "byte, bytes bit, bytes",
    "valid, table validation vital, validation" // begins with the wrong one
  })
  void takesTheNearestNameOrNone(String text, String names, String nearest) {
    assertEquals(Optional.ofNullable(nearest), NearestName.of(text, List.of(names.split(" ", -1))));
    assertEquals(Optional.empty(), NearestName.of(text, List.of()));
  }
}
