package org.polyphony.workload.kernel;

/**
 * A compiled program of a kernel, for all its launches: one array per field, indexed by position.
 *
 * <p>A kind of 0 or more is the static instruction to issue; the others are the constants below.
 *
 * @param kinds what to do
 * @param operands index of the condition or loop that it uses; for {@link #EXIT_IF} of a condition
 * @param levels nesting level of the mask that it saves or restores
 * @param targets where to jump when no lane is left (or, at a loop's end, when some are)
 * @param instructions static instruction that the step issues; -1 when it issues none
 * @param conditions conditions of branches, predicates, exits and while loops
 * @param addresses by static instruction; null where there is none
 * @param immediates by static instruction: immediate operands, then the address of its target
 * @param maskLevels nesting levels of masks
 * @param loopLevels nesting levels of loops
 * @param laneLoops loops whose trip count differs between lanes
 * @param stackDepth entries that the expressions need
 * @param keptRows values of expressions that a warp keeps
 * @param keptMasks condition masks that a warp keeps
 * @param changingMasks bits of the condition masks that change with a loop counter, by its level
 * @param checks what must hold for each launch
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Program(
    int[] kinds,
    int[] operands,
    int[] levels,
    int[] targets,
    int[] instructions,
    Condition[] conditions,
    Loop[] loops,
    Address[] addresses,
    LaneExpression[][] immediates,
    int maskLevels,
    int loopLevels,
    int laneLoops,
    int stackDepth,
    KeptRows keptRows,
    int keptMasks,
    long[] changingMasks,
    LaunchChecks checks) {
  /**
   * What a warp keeps of the values of rows.
   *
   * @param entries numbers that a warp keeps
   * @param byLevel bit masks of the rows whose values change with the counter of a loop, by its
   *     nesting level
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record KeptRows(int entries, long[] byLevel) {}

  /** The warp ends. */
  static final int END = -1;

  /** Enters a loop: saves the mask, evaluates the trips. */
  static final int LOOP_BEGIN = -2;

  /** Counts a trip; branches to the body's start with the lanes that have one more. */
  static final int LOOP_END = -3;

  /** Saves the mask, keeps the lanes where the condition holds, branches with the others. */
  static final int IF_BEGIN = -4;

  /** Continues with the other lanes of the if; jumps if there are none. */
  static final int ELSE = -5;

  /** Continues with the saved lanes of the level that have not exited; jumps if there are none. */
  static final int RESTORE = -6;

  /** Saves the mask and keeps the lanes where the condition holds, even none. */
  static final int PREDICATE_BEGIN = -7;

  /** Starts a trip with its tile, or leaves the loop if no tile is left. */
  static final int TAKE_TILE = -9;

  /** Issues an EXIT for the lanes where the condition holds and ends them. */
  static final int EXIT_IF = -8;

  /**
   * A condition.
   *
   * @param expression holds where it is not 0
   * @param parts conditions that must all hold, in place of the expression; null when it is simple
   * @param masks by trip of a loop and warp of the block, when it depends on at most that loop's
   *     counter and the thread; null else
   * @param keptMask where the warp keeps its mask; -1 when it evaluates it each time
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Condition(LaneExpression expression, int[] parts, int[] masks, int keptMask) {}

  /**
   * A loop.
   *
   * @param trips number of trips; null in a while loop and a drawn one
   * @param condition index of the condition of a while loop, else -1
   * @param counterLevel nesting level of its counter; the tile of a drawn loop has the next one
   * @param laneLoop index among the loops with trip counts by lane; -1 when all lanes agree
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Loop(LaneExpression trips, int condition, int counterLevel, int laneLoop) {
    boolean isDrawn() {
      return trips == null && condition < 0;
    }
  }

  /**
   * What a memory instruction accesses.
   *
   * @param expression byte address
   * @param end the byte after a box; null for accesses of a width
   * @param array the array that it must stay in
   * @param place where the instruction stands
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Address(LaneExpression expression, LaneExpression end, ArrayRange array, Place place) {
    /** Refuses a box that ends outside of the array; {@code at} is the byte after its last. */
    void checkEnd(long at) {
      if (at > array.end()) {
        throw place.error(
            "a box up to byte " + (at - 1 - array.address()) + " of " + array.name(),
            "bytes 0 to " + (array.bytes() - 1));
      }
    }

    /**
     * Refuses addresses outside of the array.
     *
     * @param mask lanes that access it
     * @param lanes addresses by lane
     */
    void check(int mask, long[] lanes) {
      for (int rest = mask; rest != 0; rest &= rest - 1) {
        int lane = Integer.numberOfTrailingZeros(rest);
        if (!array.contains(lanes, lane, lane + 1)) {
          throw place.error(
              "byte " + (lanes[lane] - array.address()) + " of " + array.name(),
              "bytes 0 to " + (array.bytes() - 1));
        }
      }
    }
  }
}
