package org.polyphony.workload.kernel;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.kernel.ProgramStep.Instruction;

/** What must hold for each launch of a program: loops end, accesses stay inside their arrays. */
final class LaunchChecks {
  /** Loops that may do more trips count as endless. */
  static final int MOST_TRIPS = 1 << 30;

  private final List<Check> checks = new ArrayList<>(); // in program order
  private int loops;
  private int instructions;

  /**
   * What is known of a launch that passed.
   *
   * @param isProven by static instruction: whether its access cannot leave its array
   * @param mostTrips by loop: the most trips that a lane can do
   * @param tiles that its clusters draw, 0 if none
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Limits(boolean[] isProven, int[] mostTrips, long tiles) {}

  private sealed interface Check {}

  private record Trips(Expression trips, int loop, int counter, Place place) implements Check {}

  private record Tiles(Expression tiles, int loop, int counter, Place place) implements Check {}

  private record Access(
      Expression bytes,
      Expression end,
      int index,
      Instruction instruction,
      ArrayRange array,
      boolean isGuarded)
      implements Check {}

  /**
   * Adds a loop.
   *
   * @param trips how many trips it does at most
   * @param counter id of its counter
   * @param place where the trips are given
   */
  void addLoop(Expression trips, int counter, Place place) {
    checks.add(new Trips(trips, loops++, counter, place));
  }

  /**
   * Adds a loop over tiles.
   *
   * @param tiles how many tiles the launch has
   * @param counter id of its counter; that of the tile follows
   * @param place where the tiles are given
   */
  void addTiles(Expression tiles, int counter, Place place) {
    checks.add(new Tiles(tiles, loops++, counter, place));
  }

  /**
   * Adds an access.
   *
   * @param bytes the first byte
   * @param end the byte after the last one of a box; null if the access has its width
   * @param index of the static instruction
   * @param isGuarded whether a condition around it may keep lanes out
   */
  void addAccess(
      Expression bytes,
      Expression end,
      int index,
      Instruction instruction,
      ArrayRange array,
      boolean isGuarded) {
    checks.add(new Access(bytes, end, index, instruction, array, isGuarded));
    instructions = Math.max(instructions, index + 1);
  }

  /**
   * Checks a launch.
   *
   * @param ranges block indices, thread variables and arguments
   * @throws InvalidInputException when a loop may not end, when two loops over tiles disagree on
   *     their number, when an access is surely outside of its array, or may be outside and is not
   *     guarded
   */
  Limits check(Bounds[] ranges) {
    Bounds[] here = ranges.clone();
    boolean[] isProven = new boolean[instructions];
    int[] mostTrips = new int[loops];
    long tiles = 0;
    for (Check check : checks) {
      if (check instanceof Trips loop) {
        int most = mostTrips(loop, here);
        mostTrips[loop.loop] = most;
        here[loop.counter] = new Bounds(0, Math.max(0, most - 1));
      } else if (check instanceof Tiles drawn) {
        tiles = tiles(drawn, here, tiles);
        mostTrips[drawn.loop] = Integer.MAX_VALUE;
        here[drawn.counter] = new Bounds(0, tiles - 1);
        here[drawn.counter + 1] = here[drawn.counter];
      } else if (check instanceof Access access) {
        isProven[access.index] = isProven(access, here);
      }
    }
    return new Limits(isProven, mostTrips, tiles);
  }

  private static long tiles(Tiles drawn, Bounds[] ranges, long others) {
    long tiles = Bounds.of(drawn.tiles, ranges).most();
    if (tiles < 1 || tiles > MOST_TRIPS) {
      throw drawn.place.error(tiles + " tiles", "1 to " + MOST_TRIPS);
    }
    if (others > 0 && tiles != others) {
      throw drawn.place.error(
          tiles + " tiles", others + ", as in the other loop over tiles of the kernel");
    }
    return tiles;
  }

  private static int mostTrips(Trips loop, Bounds[] ranges) {
    long most = Bounds.of(loop.trips, ranges).most();
    if (most > MOST_TRIPS) {
      throw loop.place.error(
          "an endless loop: a trip count that may exceed " + MOST_TRIPS, "min(...)");
    }
    return (int) Math.max(0, most);
  }

  private static boolean isProven(Access access, Bounds[] ranges) {
    ArrayRange array = access.array;
    Bounds bounds = Bounds.of(access.bytes, ranges);
    int width = access.instruction.widthBytes();
    Bounds ends =
        access.end == null
            ? new Bounds(bounds.least() + width, bounds.most() + width)
            : Bounds.of(access.end, ranges);
    boolean isProven = bounds.least() >= array.address() && ends.most() <= array.end();
    boolean isOutside = ends.least() > array.end() || bounds.most() < array.address();
    if (isOutside || (!isProven && !access.isGuarded)) {
      throw outside(access.instruction, array, new Bounds(bounds.least(), ends.most()));
    }
    return isProven;
  }

  private static InvalidInputException outside(
      Instruction instruction, ArrayRange array, Bounds span) {
    long first = span.least() - array.address();
    long last = span.most() - array.address() - 1;
    String access = array.name() + "[" + instruction.address().index() + "]";
    return instruction.error(
        access + ", bytes " + first + " to " + last + " of the array",
        "bytes 0 to " + (array.bytes() - 1));
  }
}
