package org.polyphony.workload.kernel;

import java.util.Arrays;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.Kernel;

/**
 * Interprets the program of a launch.
 *
 * <p>State per resident warp (slot times warps per block + warp), side by side in {@code state},
 * because a warp's are used together: next position in the program; lanes that take part; lanes
 * that have not exited; lanes of the instruction at the cursor, and that instruction; per nesting
 * level the mask to restore and the lanes of the else part or still in the loop; per loop level the
 * trips done; per loop level the trips to do, in loops with trip counts by lane the fewest. State
 * per slot, of a kernel with tiles: those that its cluster has drawn, in order.
 */
final class ModelStream implements InstructionStream {
  // fields of a warp's state; counters and trips lie behind the levels
  private static final int POSITION = 0;
  private static final int ACTIVE = 1;
  private static final int LIVE = 2;
  private static final int ISSUED = 3;
  private static final int CURRENT = 4;
  private static final int LEVELS = 5; // 2 entries each
  private static final int FIRST_TILES = 16; // of a slot, before its array grows
  private static final int LINE_ENTRIES = 16; // 64 bytes: a warp begins a cache line

  private final ModelKernel kernel;
  private final Program program;
  private final int[] kinds;
  private final int[] mostTrips;
  private final boolean[] isProven;
  private final int warps;
  private final int stride;
  private final int firstCounter;
  private final int[] state;
  private final int[] laneTrips; // by warp, loop with trips by lane, and lane
  private final long[] blocks; // x, y, z by 3 * slot
  private final long[][] tiles; // by slot
  private final int[] drawn; // by slot: tiles
  private final LaneMachine machine;
  private final int[] keptMasks;
  private final long[] isMaskKept; // bit per kept mask
  private final long[] scratch = new long[Kernel.WARP_SIZE];

  ModelStream(ModelKernel kernel, int slots) {
    this.kernel = kernel;
    program = kernel.program();
    kinds = program.kinds();
    mostTrips = kernel.limits().mostTrips();
    isProven = kernel.limits().isProven();
    warps = kernel.warpsPerBlock();
    int cursors = warps * slots;
    firstCounter = LEVELS + 2 * program.maskLevels();
    int entries = firstCounter + 2 * program.loopLevels();
    stride = (entries + LINE_ENTRIES - 1) / LINE_ENTRIES * LINE_ENTRIES;
    state = new int[cursors * stride];
    laneTrips = new int[cursors * program.laneLoops() * Kernel.WARP_SIZE];
    blocks = new long[3 * slots];
    tiles = new long[slots][];
    drawn = new int[slots];
    machine = new LaneMachine(kernel, blocks, state);
    keptMasks = new int[cursors * program.keptMasks()];
    isMaskKept = new long[cursors];
  }

  private ModelStream(ModelStream of) {
    kernel = of.kernel;
    program = of.program;
    kinds = of.kinds;
    mostTrips = of.mostTrips;
    isProven = of.isProven;
    warps = of.warps;
    stride = of.stride;
    firstCounter = of.firstCounter;
    state = of.state;
    laneTrips = of.laneTrips;
    blocks = of.blocks;
    tiles = of.tiles;
    drawn = of.drawn;
    machine = of.machine.view();
    keptMasks = of.keptMasks;
    isMaskKept = of.isMaskKept;
  }

  @Override
  public InstructionStream view() {
    return new ModelStream(this);
  }

  @Override
  public void begin(int slot, long threadBlock) {
    long cluster = threadBlock / kernel.clusterSize();
    long rank = threadBlock % kernel.clusterSize();
    for (int d = 0; d < 3; d++) {
      int side = kernel.definition().cluster()[d];
      long clusters = kernel.grid()[d] / side;
      blocks[3 * slot + d] = cluster % clusters * side + rank % side;
      cluster /= clusters;
      rank /= side;
    }
    int inLastWarp = kernel.threadsPerBlock() - (warps - 1) * Kernel.WARP_SIZE;
    for (int warp = 0; warp < warps; warp++) {
      int w = (slot * warps + warp) * stride;
      int lanes = warp == warps - 1 ? -1 >>> (Kernel.WARP_SIZE - inLastWarp) : -1;
      state[w + POSITION] = 0;
      state[w + LIVE] = lanes;
      state[w + ACTIVE] = lanes;
    }
    Arrays.fill(isMaskKept, slot * warps, (slot + 1) * warps, 0);
    machine.forget(slot);
    drawn[slot] = 0;
  }

  @Override
  public void drawn(int slot, long tile) {
    long[] before = tiles[slot] == null ? new long[FIRST_TILES] : tiles[slot];
    tiles[slot] = drawn[slot] < before.length ? before : Arrays.copyOf(before, 2 * before.length);
    tiles[slot][drawn[slot]++] = tile;
  }

  @Override
  public int next(int slot, int warp) {
    int w = (slot * warps + warp) * stride;
    int at = state[w + POSITION];
    int kind = kinds[at];
    while (kind < 0) {
      if (kind == Program.END) {
        state[w + POSITION] = at;
        return END;
      }
      int after = control(slot, warp, at);
      int instruction = program.instructions()[at];
      if (instruction >= 0) {
        state[w + POSITION] = after;
        state[w + CURRENT] = instruction;
        return instruction;
      }
      at = after;
      kind = kinds[at];
    }
    state[w + POSITION] = at + 1;
    state[w + ISSUED] = state[w + ACTIVE];
    state[w + CURRENT] = kind;
    return kind;
  }

  @Override
  public int activeMask(int slot, int warp) {
    return state[(slot * warps + warp) * stride + ISSUED];
  }

  @Override
  public void addresses(int slot, int warp, long[] lanes) {
    int w = (slot * warps + warp) * stride;
    int instruction = state[w + CURRENT];
    int mask = state[w + ISSUED];
    if (mask == 0) {
      return;
    }
    Program.Address address = program.addresses()[instruction];
    if (address == null) { // shared memory in a stated number of passes
      return;
    }
    select(slot, warp);
    int from = Integer.numberOfTrailingZeros(mask);
    int to = Kernel.WARP_SIZE - Integer.numberOfLeadingZeros(mask);
    machine.evaluate(address.expression(), from, to, lanes);
    if (!isProven[instruction] && !address.array().contains(lanes, from, to)) {
      address.check(mask, lanes);
    }
    if (!isProven[instruction] && address.end() != null) {
      machine.evaluate(address.end(), from, from + 1, scratch);
      address.checkEnd(scratch[from]);
    }
  }

  @Override
  public void operands(int slot, int warp, long[] values) {
    int w = (slot * warps + warp) * stride;
    LaneExpression[] operands = program.immediates()[state[w + CURRENT]];
    select(slot, warp);
    int lane = Integer.numberOfTrailingZeros(state[w + ISSUED] | Integer.MIN_VALUE);
    for (int i = 0; i < operands.length; i++) {
      machine.evaluate(operands[i], lane, lane + 1, scratch);
      values[i] = scratch[lane];
    }
  }

  @Override
  public void end(int slot) {
    for (int warp = slot * warps; warp < (slot + 1) * warps; warp++) {
      state[warp * stride + LIVE] = 0;
    }
  }

  @Override
  public void close() {}

  private void select(int slot, int warp) {
    machine.select(slot, warp, (slot * warps + warp) * stride + firstCounter);
  }

  /** Does a step that changes masks; returns the next position. */
  private int control(int slot, int warp, int at) {
    int w = (slot * warps + warp) * stride;
    int saved = w + LEVELS + 2 * program.levels()[at];
    int others = saved + 1; // the lanes of the else part, or still in the loop
    int active = state[w + ACTIVE];
    switch (kinds[at]) {
      case Program.LOOP_BEGIN -> {
        state[saved] = active;
        int next = enterLoop(slot, warp, at);
        state[others] = state[w + ACTIVE];
        return next;
      }
      case Program.LOOP_END -> {
        state[w + ACTIVE] = state[others] & state[w + LIVE];
        int next = nextTrip(slot, warp, at);
        state[others] = state[w + ACTIVE];
        state[w + ISSUED] = state[w + ACTIVE];
        return next;
      }
      case Program.IF_BEGIN -> {
        int holds = mask(slot, warp, program.operands()[at]) & active;
        state[saved] = active;
        state[others] = active & ~holds;
        state[w + ACTIVE] = holds;
        state[w + ISSUED] = active & ~holds;
      }
      case Program.ELSE -> state[w + ACTIVE] = state[others] & state[w + LIVE];
      case Program.RESTORE -> state[w + ACTIVE] = state[saved] & state[w + LIVE];
      case Program.PREDICATE_BEGIN -> {
        state[saved] = active;
        state[w + ACTIVE] = mask(slot, warp, program.operands()[at]) & active;
        return at + 1;
      }
      case Program.TAKE_TILE -> takeTile(slot, warp, at);
      case Program.EXIT_IF -> exit(w, mask(slot, warp, program.operands()[at]) & active);
      default -> throw new IllegalStateException("program step of kind " + kinds[at]);
    }
    int next = state[w + ACTIVE] == 0 ? program.targets()[at] : at + 1;
    return state[w + LIVE] == 0 ? kinds.length - 1 : next;
  }

  /** Ends lanes that are active. */
  private void exit(int w, int leaving) {
    state[w + ISSUED] = leaving;
    state[w + LIVE] &= ~leaving;
    state[w + ACTIVE] &= ~leaving;
  }

  private int enterLoop(int slot, int warp, int at) {
    int w = (slot * warps + warp) * stride;
    int index = program.operands()[at];
    Program.Loop loop = program.loops()[index];
    int counter = w + firstCounter + loop.counterLevel();
    int trips = counter + program.loopLevels();
    state[counter] = 0;
    forget(slot * warps + warp, loop.counterLevel());
    if (loop.isDrawn()) {
      state[trips] = mostTrips[index];
    } else if (loop.condition() >= 0) {
      state[trips] = mostTrips[index];
      state[w + ACTIVE] &= mostTrips[index] > 0 ? mask(slot, warp, loop.condition()) : 0;
    } else if (loop.laneLoop() < 0) {
      select(slot, warp);
      state[trips] = (int) machine.uniform(loop.trips());
      state[w + ACTIVE] &= state[trips] > 0 ? -1 : 0;
    } else {
      select(slot, warp);
      machine.evaluate(loop.trips(), 0, Kernel.WARP_SIZE, scratch);
      state[trips] = enterLaneLoop(slot * warps + warp, loop.laneLoop(), scratch);
      if (state[trips] <= 0) {
        state[w + ACTIVE] &= lanesWithMore(slot * warps + warp, loop.laneLoop(), 0);
      }
    }
    return state[w + ACTIVE] == 0 ? program.targets()[at] : at + 1;
  }

  /**
   * Starts a trip with its tile, which must have been drawn; without a tile, all lanes leave the
   * loop.
   */
  private void takeTile(int slot, int warp, int at) {
    int w = (slot * warps + warp) * stride;
    int level = program.loops()[program.operands()[at]].counterLevel();
    int trip = state[w + firstCounter + level];
    if (trip >= drawn[slot]) {
      throw new IllegalStateException("trip " + trip + " before its tile is drawn");
    }
    long tile = tiles[slot][trip];
    if (tile >= kernel.tiles()) {
      state[w + ACTIVE] = 0;
      return;
    }
    state[w + firstCounter + level + 1] = (int) tile;
    forget(slot * warps + warp, level + 1);
  }

  private int nextTrip(int slot, int warp, int at) {
    int w = (slot * warps + warp) * stride;
    Program.Loop loop = program.loops()[program.operands()[at]];
    int counter = w + firstCounter + loop.counterLevel();
    int done = ++state[counter];
    boolean isOver = done >= state[counter + program.loopLevels()];
    forget(slot * warps + warp, loop.counterLevel());
    if (loop.laneLoop() >= 0) {
      if (isOver) { // before that no lane leaves
        state[w + ACTIVE] &= lanesWithMore(slot * warps + warp, loop.laneLoop(), done);
      }
    } else if (isOver) {
      state[w + ACTIVE] = 0;
    } else if (loop.condition() >= 0) {
      state[w + ACTIVE] &= mask(slot, warp, loop.condition());
    }
    return state[w + ACTIVE] == 0 ? at + 1 : program.targets()[at];
  }

  /** Invalidates cached values that depend on the counter of a loop level. */
  private void forget(int cursor, int level) {
    machine.advance(cursor, level);
    isMaskKept[cursor] &= ~program.changingMasks()[level];
  }

  /** Returns the lanes where a condition holds. */
  private int mask(int slot, int warp, int index) {
    int cursor = slot * warps + warp;
    Program.Condition condition = program.conditions()[index];
    if (condition.masks() != null) {
      int level = condition.expression().level();
      int trip = level < 0 ? 0 : state[cursor * stride + firstCounter + level];
      return condition.masks()[trip * warps + warp];
    }
    if (condition.keptMask() < 0) {
      return evaluate(slot, warp, condition);
    }
    int at = cursor * program.keptMasks() + condition.keptMask();
    long bit = 1L << condition.keptMask();
    if ((isMaskKept[cursor] & bit) == 0) {
      keptMasks[at] = evaluate(slot, warp, condition);
      isMaskKept[cursor] |= bit;
    }
    return keptMasks[at];
  }

  private int evaluate(int slot, int warp, Program.Condition condition) {
    if (condition.parts() == null) {
      return holds(slot, warp, condition.expression());
    }
    int holds = -1;
    for (int part : condition.parts()) {
      holds &= mask(slot, warp, part);
    }
    return holds;
  }

  private int holds(int slot, int warp, LaneExpression expression) {
    select(slot, warp);
    if (expression.isUniform()) {
      return machine.uniform(expression) != 0 ? -1 : 0;
    }
    machine.evaluate(expression, 0, Kernel.WARP_SIZE, scratch);
    int holds = 0;
    for (int lane = 0; lane < Kernel.WARP_SIZE; lane++) {
      holds |= scratch[lane] != 0 ? 1 << lane : 0;
    }
    return holds;
  }

  /** Notes the trips, by lane, of a warp that enters a loop; returns the fewest. */
  private int enterLaneLoop(int warp, int loop, long[] counts) {
    int base = (warp * program.laneLoops() + loop) * Kernel.WARP_SIZE;
    int fewest = Integer.MAX_VALUE;
    for (int lane = 0; lane < Kernel.WARP_SIZE; lane++) {
      int count = (int) counts[lane];
      laneTrips[base + lane] = count;
      fewest = Math.min(fewest, count);
    }
    return fewest;
  }

  /** Returns the lanes that do more trips than {@code done}. */
  private int lanesWithMore(int warp, int loop, int done) {
    int base = (warp * program.laneLoops() + loop) * Kernel.WARP_SIZE;
    int lanes = 0;
    for (int lane = 0; lane < Kernel.WARP_SIZE; lane++) {
      lanes |= laneTrips[base + lane] > done ? 1 << lane : 0;
    }
    return lanes;
  }
}
