package org.polyphony.workload.kernel;

import java.util.Arrays;
import org.polyphony.gpu.kernel.InstructionStream;

/**
 * Interprets the program of a launch.
 *
 * <p>State per resident warp w (slot times warps per block + warp): {@code positions} next position
 * in the program; {@code active} lanes that take part; {@code live} lanes that have not exited;
 * {@code issued} lanes of the instruction at the cursor; per nesting level {@code saved} the mask
 * to restore and {@code others} the lanes of the else part or still in the loop; per loop level
 * {@code counters} trips done and {@code trips} trips to do; for loops with trip counts by lane
 * {@code laneTrips}, the fewest of them in {@code trips}.
 */
final class ModelStream implements InstructionStream {
  private static final int LANES = 32;

  private final ModelKernel kernel;
  private final Program program;
  private final int[] kinds;
  private final int warps;
  private final int[] positions;
  private final int[] active;
  private final int[] live;
  private final int[] issued;
  private final int[] current; // static instruction at the cursor
  private final int[] saved;
  private final int[] others;
  private final int[] counters;
  private final int[] trips;
  private final int[] laneTrips;
  private final long[] blocks; // x, y, z by 3 * slot
  private final LaneMachine machine;
  private final int[] keptMasks;
  private final long[] isMaskKept; // bit per kept mask
  private final long[] scratch = new long[LANES];

  ModelStream(ModelKernel kernel, int slots) {
    this.kernel = kernel;
    program = kernel.program();
    kinds = program.kinds();
    warps = kernel.warpsPerBlock();
    int cursors = warps * slots;
    positions = new int[cursors];
    active = new int[cursors];
    live = new int[cursors];
    issued = new int[cursors];
    current = new int[cursors];
    saved = new int[cursors * program.maskLevels()];
    others = new int[cursors * program.maskLevels()];
    counters = new int[cursors * program.loopLevels()];
    trips = new int[cursors * program.loopLevels()];
    laneTrips = new int[cursors * program.laneLoops() * LANES];
    blocks = new long[3 * slots];
    machine = new LaneMachine(blocks, counters, cursors, program);
    keptMasks = new int[cursors * program.keptMasks()];
    isMaskKept = new long[cursors];
  }

  @Override
  public void begin(int slot, long threadBlock) {
    blocks[3 * slot] = threadBlock % kernel.grid(0);
    blocks[3 * slot + 1] = threadBlock / kernel.grid(0) % kernel.grid(1);
    blocks[3 * slot + 2] = threadBlock / kernel.grid(0) / kernel.grid(1);
    int from = slot * warps;
    Arrays.fill(positions, from, from + warps, 0);
    Arrays.fill(live, from, from + warps, -1);
    int inLastWarp = kernel.threadsPerBlock() - (warps - 1) * LANES;
    live[from + warps - 1] = -1 >>> (LANES - inLastWarp);
    System.arraycopy(live, from, active, from, warps);
    Arrays.fill(isMaskKept, from, from + warps, 0);
    for (int w = from; w < from + warps; w++) {
      machine.forget(w);
    }
  }

  @Override
  public int next(int slot, int warp) {
    int w = slot * warps + warp;
    int at = positions[w];
    int kind = kinds[at];
    while (kind < 0) {
      if (kind == Program.END) {
        positions[w] = at;
        return END;
      }
      int after = control(slot, warp, at);
      int instruction = program.instructions()[at];
      if (instruction >= 0) {
        positions[w] = after;
        current[w] = instruction;
        return instruction;
      }
      at = after;
      kind = kinds[at];
    }
    positions[w] = at + 1;
    issued[w] = active[w];
    current[w] = kind;
    return kind;
  }

  @Override
  public int activeMask(int slot, int warp) {
    return issued[slot * warps + warp];
  }

  @Override
  public void addresses(int slot, int warp, long[] lanes) {
    int w = slot * warps + warp;
    Program.Address address = program.addresses()[current[w]];
    int mask = issued[w];
    if (mask == 0) {
      return;
    }
    select(slot, warp);
    int from = Integer.numberOfTrailingZeros(mask);
    int to = LANES - Integer.numberOfLeadingZeros(mask);
    machine.evaluate(address.expression(), from, to, lanes);
    if (!address.isProven()) {
      check(address, mask, lanes);
    }
  }

  @Override
  public void end(int slot) {
    Arrays.fill(live, slot * warps, (slot + 1) * warps, 0);
  }

  @Override
  public void close() {}

  private void select(int slot, int warp) {
    int w = slot * warps + warp;
    machine.select(w, 3 * slot, w * program.loopLevels(), warp * LANES);
  }

  /** Does a step that changes masks; returns the next position. */
  private int control(int slot, int warp, int at) {
    int w = slot * warps + warp;
    int level = w * program.maskLevels() + program.levels()[at];
    switch (kinds[at]) {
      case Program.LOOP_BEGIN -> {
        saved[level] = active[w];
        int next = enterLoop(slot, warp, at);
        others[level] = active[w]; // the lanes that are still in the loop
        return next;
      }
      case Program.LOOP_END -> {
        active[w] = others[level] & live[w];
        int next = nextTrip(slot, warp, at);
        others[level] = active[w];
        issued[w] = active[w];
        return next;
      }
      case Program.IF_BEGIN -> {
        saved[level] = active[w];
        int holds = mask(slot, warp, program.operands()[at]);
        others[level] = active[w] & ~holds;
        active[w] = holds;
        issued[w] = others[level];
        return holds == 0 ? program.targets()[at] : at + 1;
      }
      case Program.ELSE -> active[w] = others[level] & live[w];
      case Program.RESTORE -> active[w] = saved[level] & live[w];
      case Program.PREDICATE_BEGIN -> {
        saved[level] = active[w];
        active[w] = mask(slot, warp, program.operands()[at]);
        return at + 1;
      }
      case Program.EXIT_IF -> {
        int leaving = mask(slot, warp, program.operands()[at]);
        issued[w] = leaving;
        live[w] &= ~leaving;
        active[w] &= ~leaving;
        if (live[w] == 0) {
          return kinds.length - 1;
        }
      }
      default -> throw new IllegalStateException("program step of kind " + kinds[at]);
    }
    return active[w] == 0 ? program.targets()[at] : at + 1;
  }

  private int enterLoop(int slot, int warp, int at) {
    int w = slot * warps + warp;
    Program.Loop loop = program.loops()[program.operands()[at]];
    int level = w * program.loopLevels() + loop.counterLevel();
    counters[level] = 0;
    if (loop.condition() >= 0) {
      trips[level] = loop.limit();
      active[w] = loop.limit() > 0 ? mask(slot, warp, loop.condition()) : 0;
    } else if (loop.laneLoop() < 0) {
      select(slot, warp);
      trips[level] = (int) machine.uniform(loop.trips());
      active[w] = trips[level] > 0 ? active[w] : 0;
    } else {
      enterLaneLoop(slot, warp, loop);
    }
    return active[w] == 0 ? program.targets()[at] : at + 1;
  }

  private void enterLaneLoop(int slot, int warp, Program.Loop loop) {
    int w = slot * warps + warp;
    select(slot, warp);
    machine.evaluate(loop.trips(), 0, LANES, scratch);
    int base = (w * program.laneLoops() + loop.laneLoop()) * LANES;
    int fewest = Integer.MAX_VALUE;
    for (int lane = 0; lane < LANES; lane++) {
      int count = (int) scratch[lane];
      laneTrips[base + lane] = count;
      fewest = Math.min(fewest, count);
    }
    trips[w * program.loopLevels() + loop.counterLevel()] = fewest;
    keepLanesWithTrips(w, loop, 0);
  }

  private int nextTrip(int slot, int warp, int at) {
    int w = slot * warps + warp;
    Program.Loop loop = program.loops()[program.operands()[at]];
    int level = w * program.loopLevels() + loop.counterLevel();
    int done = ++counters[level];
    if (loop.laneLoop() >= 0) {
      if (done >= trips[level]) { // before that no lane leaves
        keepLanesWithTrips(w, loop, done);
      }
    } else if (done >= trips[level]) {
      active[w] = 0;
    } else if (loop.condition() >= 0) {
      active[w] = mask(slot, warp, loop.condition());
    }
    return active[w] == 0 ? at + 1 : program.targets()[at];
  }

  private void keepLanesWithTrips(int w, Program.Loop loop, int done) {
    int base = (w * program.laneLoops() + loop.laneLoop()) * LANES;
    int kept = 0;
    for (int lane = 0; lane < LANES; lane++) {
      kept |= laneTrips[base + lane] > done ? 1 << lane : 0;
    }
    active[w] &= kept;
  }

  /** Returns the active lanes where a condition holds. */
  private int mask(int slot, int warp, int index) {
    int w = slot * warps + warp;
    Program.Condition condition = program.conditions()[index];
    if (condition.masks() != null) {
      return condition.masks()[warp] & active[w];
    }
    if (condition.keptMask() < 0) {
      return holds(slot, warp, condition.expression()) & active[w];
    }
    int at = w * program.keptMasks() + condition.keptMask();
    long bit = condition.keptMask() < Long.SIZE ? 1L << condition.keptMask() : 0;
    if ((isMaskKept[w] & bit) == 0) {
      keptMasks[at] = holds(slot, warp, condition.expression());
      isMaskKept[w] |= bit;
    }
    return keptMasks[at] & active[w];
  }

  private int holds(int slot, int warp, LaneExpression expression) {
    select(slot, warp);
    if (expression.isUniform()) {
      return machine.uniform(expression) != 0 ? -1 : 0;
    }
    machine.evaluate(expression, 0, LANES, scratch);
    int holds = 0;
    for (int lane = 0; lane < LANES; lane++) {
      holds |= scratch[lane] != 0 ? 1 << lane : 0;
    }
    return holds;
  }

  private static void check(Program.Address address, int mask, long[] lanes) {
    ArrayRange array = address.array();
    for (int lane = 0; lane < LANES; lane++) {
      boolean inside = lanes[lane] >= array.address() && lanes[lane] < array.end();
      if ((mask >>> lane & 1) != 0 && !inside) {
        throw address
            .place()
            .error(
                "byte " + (lanes[lane] - array.address()) + " of " + array.name(),
                "bytes 0 to " + (array.bytes() - 1));
      }
    }
  }
}
