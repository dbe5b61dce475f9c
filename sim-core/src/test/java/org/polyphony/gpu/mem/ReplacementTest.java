package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.part.replacement.CacheSets;
import org.polyphony.gpu.part.replacement.ReplacementPolicies;
import org.polyphony.gpu.part.replacement.ReplacementPolicy;
import org.polyphony.usercode.UserCodeException;

/** Replacement policies in a tag store: sequences worked out by hand, and what holds for any. */
class ReplacementTest {
  private static final long OF_SECOND = 1L << 48 >>> 7; // first line of workload 1

  private static SectoredTags tags(String policy, int sets, int ways, int workloads) {
    PartConfig config = new PartConfig(policy, Map.of());
    TagShape shape = TagShape.full(sets, ways, 128, 32, false);
    return new SectoredTags(shape, config, "l2.replacement", new Parts(7, workloads));
  }

  /** Accesses lines; returns the lines that were there, as a cache of whole lines. */
  private static String hits(SectoredTags tags, long... lines) {
    StringBuilder hits = new StringBuilder();
    for (long line : lines) {
      int entry = tags.find(line);
      if (entry == SectoredTags.NONE) {
        entry = tags.victim(line);
        tags.allocate(entry, line);
        tags.fill(entry, 0b1);
      } else {
        tags.hit(entry);
        hits.append(hits.isEmpty() ? "" : " ").append(line % OF_SECOND);
      }
    }
    return hits.toString();
  }

  /** Accesses to lines, of workload 1 with an apostrophe, and those that hit. */
  @ParameterizedTest(name = "{0}: {4}")
  @CsvSource({
    "lru, 2, 1 2 1 3 1, 1 1, keeps a line for its hit",
    "fifo, 2, 1 2 1 3 1, 1, evicts a line in spite of its hit",
    "fifo, 3, 1 2 3 4 3 2 1, 3 2, in the order of fills",
    "even-ways, 4, 1 2 0' 1' 2' 3' 1 2 4' 5' 6' 1 2, 1 2 1 2, half of a set for lines in use",
    "lru, 4, 1 2 0' 1' 2' 3' 1 2 4' 5' 6' 1 2, '', the stream of the other evicts them",
    "even-ways, 4, 1 2 0' 1' 1 2 1 2 1 2 1 2 3 4 1 2 3 4, 1 2 1 2 1 2 1 2 1 2 3 4, then all of it"
  })
  void evicts(String policy, int ways, String lines, String hits, String why) {
    long[] accessed =
        Stream.of(lines.split(" ", -1))
            .mapToLong(line -> (line.endsWith("'") ? OF_SECOND : 0) + line.charAt(0) - '0')
            .toArray();

    assertEquals(hits, hits(tags(policy, 1, ways, 2), accessed), why);
  }

  @Test
  void srripLetsAScanPassAndKeepsALineWithAHit() {
    // RRPVs of 2-bit SRRIP: 1:2 2:2, hit 1:0; 3 evicts 2 (1:1 3:2), 4 evicts 3 (1:2 4:2); then 1
    // is the first way with the maximum, so 5 evicts it
    SectoredTags srrip = tags("srrip", 1, 2, 1);

    assertEquals("1", hits(srrip, 1, 2, 1, 3, 4));
    assertTrue(srrip.find(1) != SectoredTags.NONE);
    assertEquals("", hits(srrip, 5));
    assertEquals(SectoredTags.NONE, srrip.find(1));
  }

  @Test
  void srripGivesALineOfOneSectorNoHitForItsOtherSectors() {
    SectoredTags srrip = tags("srrip", 1, 2, 1);
    hits(srrip, 1, 2, 2);
    int first = srrip.find(1);
    srrip.touch(first); // a second sector of line 1 misses
    srrip.fill(first, 0b10);

    hits(srrip, 3);

    assertEquals(SectoredTags.NONE, srrip.find(1));
  }

  @Test
  void drripFollowsBrripInASetWhoseLeadersMissLessWithIt() {
    // 64 sets, leaders of SRRIP 0 and 32, of BRRIP 16 and 48. A cyclic scan of 3 lines of a set of
    // 2 ways always misses under SRRIP; under BRRIP new lines replace each other in one way
    SectoredTags drrip = tags("drrip", 64, 2, 1);
    for (int round = 0; round < 40; round++) {
      hits(drrip, 0, 64, 128, 16, 16 + 64, 16 + 128);
    }

    assertEquals("69 69", hits(drrip, 5, 69, 133, 5, 69, 133, 5, 69, 133));
    assertEquals("", hits(tags("srrip", 64, 2, 1), 5, 69, 133, 5, 69, 133, 5, 69, 133));
  }

  @Test
  void randomDrawsTheSameLinesInEveryRunOfASeed() {
    long[] lines = new Random(3).longs(500, 0, 12).toArray();

    assertEquals(hits(tags("random", 1, 8, 1), lines), hits(tags("random", 1, 8, 1), lines));
  }

  /** LRU, from the uses that a part is told. */
  public static final class OwnLru implements ReplacementPolicy {
    private final CacheSets sets;

    public OwnLru(CacheSets sets) {
      this.sets = sets;
    }

    @Override
    public int victim(int set, int workload) {
      int oldest = -1;
      for (int way = 0; way < sets.ways(); way++) {
        boolean isOlder = oldest < 0 || sets.lastUse(set, way) < sets.lastUse(set, oldest);
        oldest = isOlder && sets.mayEvict(set, way) ? way : oldest;
      }
      return oldest;
    }
  }

  @Test
  void lruAsAPartEvictsWhatLruEvicts() {
    Random random = new Random(11);
    SectoredTags lru = tags("lru", 4, 4, 2);
    SectoredTags own = tags(OwnLru.class.getName(), 4, 4, 2);

    for (int step = 0; step < 20_000; step++) {
      long seed = random.nextLong();
      step(lru, new Random(seed));
      step(own, new Random(seed));
      for (int entry = 0; entry < lru.entries(); entry++) {
        assertEquals(lru.address(entry), own.address(entry), "step " + step);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifo", "random", "srrip", "drrip", "even-ways"})
  void aVictimNeverAwaitsDataNorLiesOutsideTheWaysOfItsProcess(String policy) {
    SectoredTags tags = tags(policy, 4, 4, 2);
    for (int seed = 0; seed < 20_000; seed++) {
      step(tags, new Random(seed)); // ReplacedLines throws where a victim is not allowed
    }
  }

  /** A random operation of a cache; the ways of a process are half of them, or all. */
  private static void step(SectoredTags tags, Random random) {
    int process = random.nextInt(2);
    long line = process * OF_SECOND + random.nextInt(40);
    int entry = tags.find(line);
    if (random.nextInt(50) == 0) {
      tags.invalidateAll();
    } else if (entry == SectoredTags.NONE) {
      int set = tags.setOf(line);
      long address = line << 7;
      entry =
          random.nextBoolean()
              ? tags.victimInSet(set, address)
              : tags.victimInWays(set, process * 2, process * 2 + 2, address);
      if (entry != SectoredTags.NONE) {
        tags.allocate(entry, line);
        tags.reserve(entry, 0b1);
      }
    } else if (random.nextInt(8) == 0) {
      tags.invalidate(entry, 0b1111);
    } else if (tags.reservedSectors(entry) != 0) {
      tags.fill(entry, 0b1);
    } else if (random.nextBoolean()) {
      tags.hit(entry);
    } else {
      tags.touch(entry);
    }
  }

  @Test
  void aStoreWithFewerDataLinesThanTagsAsksThePolicyForALineOfTheSetWhoseTurnItIs() {
    TagShape scarce = new TagShape(2, 2, 128, 32, null, 2);
    PartConfig fifo = new PartConfig("fifo", Map.of());
    SectoredTags tags = new SectoredTags(scarce, fifo, "l1d.replacement", new Parts(1, 1));

    assertEquals("0", hits(tags, 0, 1, 0, 2));
    assertEquals(SectoredTags.NONE, tags.find(0));
    assertFalse(tags.find(1) == SectoredTags.NONE);
  }

  /** Always names a way that no cache has. */
  public static final class Beside implements ReplacementPolicy {
    private final CacheSets sets;

    public Beside(CacheSets sets) {
      this.sets = sets;
    }

    @Override
    public int victim(int set, int workload) {
      return sets.ways();
    }

    @Override
    public void hit(int set, int way, int workload) {
      throw new IllegalStateException("no hits, please");
    }
  }

  @Test
  void aPolicyThatNamesNoWayOrThrowsIsToldWithItsCall() {
    SectoredTags tags = tags(Beside.class.getName(), 1, 2, 1);
    hits(tags, 4, 5);
    String part = "gpu.l2.replacement (" + Beside.class.getName() + "): ";

    assertEquals(
        part + "victim(set 0, workload 0) returned 2, allowed: a way that mayEvict allows",
        assertThrows(UserCodeException.class, () -> hits(tags, 6)).getMessage());
    String thrown = "hit(set 0, way 1, workload 0) threw java.lang.IllegalStateException: no hits,";
    String message = assertThrows(UserCodeException.class, () -> hits(tags, 5)).getMessage();
    assertTrue(message.startsWith(part + thrown + " please at "), message);
  }

  @Test
  void theDefaultIsTheFirstInTheList() {
    assertEquals("lru", ReplacementPolicies.KIND.bundled().get(0).name());
  }
}
