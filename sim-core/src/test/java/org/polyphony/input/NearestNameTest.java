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

  @ParameterizedTest(name = "{3}")
  @CsvSource({
    "spatial-smrt, spatial-even spatial-smart smk-even, spatial-smart, the fewest edits",
    "gto, LRR GTO, GTO, case is ignored",
    "a?, ab aa, aa, the first in order among equals",
    "own.json, BFS TPACF, , too little in common",
    "a, , , nothing is allowed",
    "bytes, bits byte, byte, an insertion costs as much as",
    "byte, bytes bit, bytes, a deletion",
    "valid, table validation vital, validation, one that begins with the wrong one is nearer"
  })
  void isNearest(String text, String names, String nearest, String why) {
    List<String> allowed = names == null ? List.of() : List.of(names.split(" ", -1));

    assertEquals(Optional.ofNullable(nearest), NearestName.of(text, allowed), why);
  }
}
