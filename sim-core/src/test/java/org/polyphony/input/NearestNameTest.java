package org.polyphony.input;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NearestNameTest {
  @Test
  @Timeout(5)
  void aLongTextIsNearToNoName() {
    String text = "a".repeat(20_000_000);

    assertEquals(Optional.empty(), NearestName.of(text, List.of("aaa", "b".repeat(50))));
  }

  @Test
  void takesTheNameWithTheFewestEdits() {
    assertEquals(
        Optional.of("spatial-smart"),
        NearestName.of("spatial-smrt", List.of("spatial-even", "spatial-smart", "smk-even")));
  }

  @Test
  void ignoresCase() {
    assertEquals(Optional.of("GTO"), NearestName.of("gto", List.of("LRR", "GTO")));
  }

  @Test
  void takesTheFirstInOrderAmongEquals() {
    assertEquals(Optional.of("aa"), NearestName.of("a?", List.of("ab", "aa")));
  }

  @Test
  void offersNothingThatHasLittleInCommon() {
    assertEquals(Optional.empty(), NearestName.of("own.json", List.of("BFS", "TPACF")));
  }

  @Test
  void offersNothingWhenNothingIsAllowed() {
    assertEquals(Optional.empty(), NearestName.of("a", List.of()));
  }

  @Test
  void anInsertionCostsAsMuchAsADeletion() {
    assertEquals(Optional.of("byte"), NearestName.of("bytes", List.of("bits", "byte")));
    assertEquals(Optional.of("bytes"), NearestName.of("byte", List.of("bytes", "bit")));
  }

  @Test
  void aNameThatBeginsWithTheWrongOneIsNearer() {
    assertEquals(
        Optional.of("validation"),
        NearestName.of("valid", List.of("table", "validation", "vital")));
  }
}
