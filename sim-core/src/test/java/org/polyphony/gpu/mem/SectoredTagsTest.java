package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SectoredTagsTest {
  private final SectoredTags tags = lru(TagShape.full(1, 2, 128, 32, false));

  private static SectoredTags lru(TagShape shape) {
    return new SectoredTags(shape, null, "", null);
  }

  private int fillLine(long line) {
    return fill(tags, line);
  }

  private static int fill(SectoredTags some, long line) {
    int entry = some.victim(line);
    some.allocate(entry, line);
    some.fill(entry, 0b1);
    return entry;
  }

  /** Asserts which of some lines are there. */
  private static void assertHolds(SectoredTags some, List<Integer> asked, List<Integer> held) {
    assertEquals(held, asked.stream().filter(l -> some.find(l) != SectoredTags.NONE).toList());
  }

  @Test
  void keepsALineOfWhichOneSectorIsLeft() {
    int entry = fillLine(10);
    tags.fill(entry, 0b100);

    tags.invalidate(entry, 0b1);

    assertEquals(entry, tags.find(10));
    assertEquals(0b100, tags.validSectors(entry));
  }

  @Test
  void neverReplacesALineThatAwaitsAFill() {
    int first = fillLine(10);
    int second = fillLine(11);
    tags.reserve(first, 0b10);

    assertEquals(second, tags.victim(12));
    tags.reserve(second, 0b10);
    assertEquals(SectoredTags.NONE, tags.victim(12));
    tags.fill(first, 0b10);
    assertEquals(first, tags.victim(12));
  }

  @Test
  void makesASectorReadableOnlyWhenAllItsBytesAreWritten() {
    int entry = tags.victim(10);
    tags.allocate(entry, 10);

    tags.write(entry, 3, 0x0000ffff);
    assertEquals(0, tags.validSectors(entry));
    assertEquals(0b1000, tags.dirtySectors(entry));

    tags.write(entry, 3, 0xffff0000);
    assertEquals(0b1000, tags.validSectors(entry));
  }

  @Test
  void forgetsEverythingOfALineWhoseEntryIsReused() {
    int entry = tags.victim(10);
    tags.allocate(entry, 10);
    tags.write(entry, 0, 0xff);

    tags.allocate(entry, 12);

    assertEquals(0, tags.dirtySectors(entry));
    assertEquals(SectoredTags.NONE, tags.find(10));
  }

  @Test
  void holdsNothingAfterInvalidateAll() {
    fillLine(10);
    fillLine(11);

    tags.invalidateAll();

    assertHolds(tags, List.of(10, 11), List.of());
  }

  /** Four sets by the low bits of the line, of two lines each, but data for five. */
  @Test
  void setsInTurnGiveUpTheirOldestLineWhereTagsAreFreeAndDataIsNot() {
    SectoredTags scarce = lru(new TagShape(4, 2, 128, 32, null, 5));
    for (long line : new long[] {0, 4, 1, 5, 2}) {
      fill(scarce, line);
    }

    fill(scarce, 3); // set 0 gives up line 0
    fill(scarce, 7); // set 1 line 1

    List<Integer> all = List.of(0, 1, 2, 3, 4, 5, 7, 11);
    assertHolds(scarce, all, List.of(2, 3, 4, 5, 7));
    fill(scarce, 11); // a set without a free tag gives up its own: line 3
    assertHolds(scarce, all, List.of(2, 4, 5, 7, 11));
  }

  @Test
  void aLineThatAwaitsDataIsNotGivenUp() {
    SectoredTags scarce = lru(new TagShape(2, 2, 128, 32, null, 2));
    int awaited = scarce.victim(0);
    scarce.allocate(awaited, 0);
    scarce.reserve(awaited, 0b1);
    fill(scarce, 1);

    fill(scarce, 3);

    assertEquals(awaited, scarce.find(0));
    assertEquals(SectoredTags.NONE, scarce.find(1));
  }

  @Test
  void splitsAnAddressIntoLineAndSector() {
    assertEquals(3, tags.line(3 * 128 + 96));
    assertEquals(3, tags.sector(3 * 128 + 96));
  }

  @Test
  void agreesWithAListOfLinesInOrderOfUse() {
    SectoredTags random = lru(TagShape.full(4, 8, 128, 32, true));
    List<List<Long>> sets =
        Stream.generate(() -> (List<Long>) new ArrayList<Long>()).limit(4).toList();
    Random generator = new Random(7);
    for (int step = 0; step < 20_000; step++) {
      long line = generator.nextInt(64);
      List<Long> set = sets.get(random.setOf(line));
      boolean held = set.remove(line);
      int entry = random.find(line);
      assertEquals(held, entry != SectoredTags.NONE, "line " + line + " in step " + step);
      if (held && generator.nextInt(8) == 0) {
        random.invalidate(entry, 0b1);
        continue;
      }
      if (held) {
        random.touch(entry);
      } else {
        entry = random.victim(line);
        random.allocate(entry, line);
        random.fill(entry, 0b1);
      }
      set.add(line);
      if (set.size() > 8) {
        set.remove(0);
      }
    }
  }
}
