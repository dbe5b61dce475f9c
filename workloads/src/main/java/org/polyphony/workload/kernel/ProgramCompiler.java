package org.polyphony.workload.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.workload.kernel.Expression.Operation;
import org.polyphony.workload.kernel.ProgramStep.Address;
import org.polyphony.workload.kernel.ProgramStep.Exit;
import org.polyphony.workload.kernel.ProgramStep.If;
import org.polyphony.workload.kernel.ProgramStep.Instruction;
import org.polyphony.workload.kernel.ProgramStep.Loop;
import org.polyphony.workload.kernel.ProgramStep.Predicated;

/**
 * Compiles the program of a kernel: flattens control flow, resolves expressions; equal conditions
 * are stored once.
 */
final class ProgramCompiler {
  private static final int MOST_LOOP_LEVELS = Variables.MOST - Variables.FIRST_COUNTER;

  private final Map<String, ArrayRange> arrays;
  private final LaneCompiler lanes;
  private final Map<List<Object>, Integer> conditionIndices = new HashMap<>();
  private final List<Pending> conditions = new ArrayList<>();
  private final long[] changingMasks = new long[Variables.MOST - Variables.FIRST_COUNTER];
  private int keptMasks;

  private final LaunchChecks checks = new LaunchChecks();
  private final List<int[]> code = new ArrayList<>(); // kind, operand, level, target, instruction
  private final List<Program.Loop> loops = new ArrayList<>();
  private final Program.Address[] addresses;
  private final LaneExpression[][] immediates;
  private int nextInstruction;
  private int maskLevels;
  private int loopLevels;
  private int laneLoops;

  /** A condition whose uses are not all known yet. */
  private static final class Pending {
    final LaneExpression expression; // null when it has parts
    final int[] parts;
    final int[] masks;
    final boolean isUniform;
    final boolean splitsWarps; // may be true for some lanes of a warp only
    final int level; // of the innermost loop whose counter it depends on
    int uses;
    boolean isInvariant;

    Pending(Expression condition, LaneExpression expression, int[] parts, int[] masks) {
      this.expression = expression;
      this.parts = parts;
      this.masks = masks;
      this.isUniform = expression != null && expression.isUniform();
      this.splitsWarps = masks == null ? Expression.differsWithinWarps(condition) : areMixed(masks);
      this.level = Variables.loopLevel(Expression.variables(condition));
    }

    private static boolean areMixed(int[] masks) {
      boolean mixed = false;
      for (int mask : masks) {
        mixed |= mask != 0 && mask != -1;
      }
      return mixed;
    }

    boolean isWorthKeeping() {
      return masks == null && !isUniform && (uses > 1 || isInvariant);
    }
  }

  /** What surrounds a step. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Context(
      Scope scope,
      Bounds[] ranges,
      int maskLevel,
      int loopLevel,
      boolean diverges,
      boolean splitsWarps,
      boolean guarded) {
    Context inside(boolean divergesToo, boolean splitsToo) {
      return new Context(
          scope,
          ranges,
          maskLevel + 1,
          loopLevel,
          diverges || divergesToo,
          splitsWarps || splitsToo,
          true);
    }

    /** Returns what surrounds the body of a loop with one counter or more of the same range. */
    Context inLoop(
        Scope inner, int counters, long mostTrips, boolean divergesToo, boolean splitsToo) {
      Bounds[] extended = ranges.clone();
      for (int i = 0; i < counters; i++) {
        extended[counter() + i] = new Bounds(0, Math.max(0, mostTrips - 1));
      }
      return new Context(
          inner,
          extended,
          maskLevel + 1,
          loopLevel + counters,
          diverges || divergesToo,
          splitsWarps || splitsToo,
          guarded);
    }

    Context afterExit() {
      return new Context(scope, ranges, maskLevel, loopLevel, diverges, splitsWarps, true);
    }

    int counter() {
      return Variables.FIRST_COUNTER + loopLevel;
    }
  }

  private ProgramCompiler(KernelDefinition kernel, Map<String, ArrayRange> arrays) {
    this.lanes = new LaneCompiler(kernel.block());
    this.arrays = arrays;
    this.addresses = new Program.Address[kernel.instructions().size()];
    this.immediates = new LaneExpression[addresses.length][];
  }

  /**
   * Compiles a kernel.
   *
   * @param scope parameters, and the launches' arguments as variables
   * @param arrays the arrays of the model and the kernel
   * @param ranges block indices, thread variables and arguments, of all launches
   */
  static Program compile(
      KernelDefinition kernel, Scope scope, Map<String, ArrayRange> arrays, Bounds[] ranges) {
    Scope inner = scope.copy();
    for (int i = 0; i < Variables.NAMES.size(); i++) {
      inner.variable(Variables.NAMES.get(i), i);
    }
    kernel.abbreviations().forEach(inner::abbreviation);
    ProgramCompiler compiler = new ProgramCompiler(kernel, arrays);
    compiler.addAll(kernel.program(), new Context(inner, ranges, 0, 0, false, false, false));
    compiler.emit(compiler.nextInstruction, 0, 0);
    compiler.emit(Program.END, 0, 0);
    return compiler.program();
  }

  private void addAll(List<ProgramStep> steps, Context context) {
    Context here = context;
    for (ProgramStep step : steps) {
      add(step, here);
      here = step instanceof Exit ? here.afterExit() : here;
    }
  }

  private void add(ProgramStep step, Context context) {
    if (step instanceof Instruction instruction) {
      instruction(instruction, context);
    } else if (step instanceof Loop loop) {
      loop(loop, context);
    } else if (step instanceof If branch) {
      branch(branch, context);
    } else if (step instanceof Predicated predicated) {
      int condition = condition(predicated.condition(), predicated.place(), context);
      emit(Program.PREDICATE_BEGIN, condition, context.maskLevel);
      addAll(predicated.body(), inside(context, condition));
      emit(Program.RESTORE, 0, context.maskLevel);
    } else if (step instanceof Exit exit) {
      int condition = condition(exit.condition(), exit.place(), context);
      int at = emit(Program.EXIT_IF, condition, context.maskLevel);
      code.get(at)[4] = nextInstruction++;
    }
  }

  private void instruction(Instruction instruction, Context context) {
    if (instruction.opClass() == OpClass.BARRIER && context.diverges) {
      checkRoles(instruction, context);
    }
    if (instruction.address() != null) {
      addresses[nextInstruction] = address(instruction, context);
    }
    immediates[nextInstruction] = operands(instruction, context);
    emit(nextInstruction++, 0, 0);
  }

  /** Whole warps may take different sides, to barriers that say how many threads they expect. */
  private static void checkRoles(Instruction barrier, Context context) {
    if (context.splitsWarps) {
      throw barrier.error(
          "a barrier in a divergent branch or loop",
          "barriers that all threads of the block reach");
    }
    if (barrier.operands().size() < 2) {
      throw barrier.error(
          "a barrier of all threads that some warps do not reach",
          "its number and its threads there, as " + barrier.mnemonic() + "(1, 128)");
    }
  }

  private Context inside(Context context, int condition) {
    return context.inside(differs(condition), conditions.get(condition).splitsWarps);
  }

  private Program.Address address(Instruction instruction, Context context) {
    Place place = instruction.place();
    ArrayRange array = accessed(instruction);
    Expression bytes = bytes(instruction.address(), array, place, context);
    Expression end = isBox(instruction) ? endOfBox(instruction, bytes, context) : null;
    checks.addAccess(bytes, end, nextInstruction, instruction, array, context.guarded);
    LaneExpression compiled = lanes.compile(bytes, context.ranges, context.loopLevel);
    LaneExpression compiledEnd =
        end == null ? null : lanes.compile(end, context.ranges, context.loopLevel);
    return new Program.Address(compiled, compiledEnd, array, place);
  }

  private static boolean isBox(Instruction instruction) {
    return switch (instruction.effect()) {
      case BULK_LOAD, BULK_STORE, BULK_REDUCE, BULK_PREFETCH -> true;
      default -> false;
    };
  }

  /** Returns the byte after the last one of a box. */
  private static Expression endOfBox(Instruction instruction, Expression first, Context context) {
    List<Expression> sizes =
        instruction.operands().stream()
            .map(text -> context.scope.resolve(text, instruction.place()))
            .toList();
    if (sizes.size() < 3) {
      return Expression.of(Operator.ADD, first, sizes.get(0));
    }
    Expression rows = Expression.of(Operator.SUBTRACT, sizes.get(0), new Expression.Constant(1));
    Expression toLast = Expression.of(Operator.MULTIPLY, rows, sizes.get(2));
    return Expression.of(Operator.ADD, first, Expression.of(Operator.ADD, toLast, sizes.get(1)));
  }

  private static Expression bytes(Address address, ArrayRange array, Place place, Context context) {
    Expression index = context.scope.resolve(address.index(), place);
    Expression offset = context.scope.resolve(address.offset(), place);
    return Expression.of(
        Operator.ADD,
        Expression.of(Operator.MULTIPLY, new Expression.Constant(array.elementBytes()), index),
        Expression.of(Operator.ADD, new Expression.Constant(array.address()), offset));
  }

  private LaneExpression[] operands(Instruction instruction, Context context) {
    Place place = instruction.place();
    List<Expression> found = new ArrayList<>();
    instruction.operands().forEach(text -> found.add(context.scope.resolve(text, place)));
    OperandChecks.check(
        instruction, found.stream().map(e -> Bounds.of(e, context.ranges)).toList());
    if (instruction.target() != null) {
      ArrayRange array = array(instruction.target().array(), place);
      Expression bytes = bytes(instruction.target(), array, place, context);
      requireInside(array, Bounds.of(bytes, context.ranges), place);
      found.add(bytes);
    }
    return found.stream()
        .map(operand -> lanes.compile(operand, context.ranges, context.loopLevel))
        .toArray(LaneExpression[]::new);
  }

  /** An mbarrier that a copy signals must be known to lie in its array. */
  private static void requireInside(ArrayRange array, Bounds at, Place place) {
    if (array.space() != MemorySpace.SHARED) {
      throw place.error("a target in " + array.space() + " memory", "an array in SHARED memory");
    }
    if (at.least() < array.address() || at.most() >= array.end()) {
      throw place.error(
          "target bytes %d to %d of %s"
              .formatted(at.least() - array.address(), at.most() - array.address(), array.name()),
          "bytes 0 to " + (array.bytes() - 1));
    }
  }

  private ArrayRange array(String name, Place place) {
    ArrayRange array = arrays.get(name);
    if (array == null) {
      throw place.unknown("array", name, arrays.keySet());
    }
    return array;
  }

  private ArrayRange accessed(Instruction instruction) {
    Place place = instruction.place();
    String name = instruction.address().array();
    ArrayRange array = array(name, place);
    if (array.space() != instruction.space()) {
      throw place.error(
          instruction.mnemonic() + " on " + name + " in " + array.space() + " memory",
          "an array in " + instruction.space() + " memory");
    }
    return array;
  }

  private void branch(If branch, Context context) {
    int instruction = nextInstruction++;
    int condition = condition(branch.condition(), branch.place(), context);
    Context inside = inside(context, condition);
    int begin = emit(Program.IF_BEGIN, condition, context.maskLevel);
    code.get(begin)[4] = instruction;
    addAll(branch.thenBody(), inside);
    if (branch.elseBody().isEmpty()) {
      code.get(begin)[3] = emit(Program.RESTORE, 0, context.maskLevel);
      return;
    }
    emit(nextInstruction++, 0, 0);
    int otherwise = emit(Program.ELSE, 0, context.maskLevel);
    code.get(begin)[3] = otherwise;
    addAll(branch.elseBody(), inside);
    code.get(otherwise)[3] = emit(Program.RESTORE, 0, context.maskLevel);
  }

  private void loop(Loop loop, Context context) {
    if (context.scope.defines(loop.counter())) {
      throw loop.place().error("loop variable " + loop.counter() + " twice", "a new name");
    }
    if (context.loopLevel + (loop.isDrawn() ? 1 : 0) >= MOST_LOOP_LEVELS) {
      throw loop.place().error("loops nested deeper", "at most " + MOST_LOOP_LEVELS);
    }
    Scope inner = context.scope.copy();
    inner.variable(loop.counter(), context.counter());
    if (loop.isDrawn()) {
      drawnLoop(loop, context, inner);
      return;
    }
    boolean counted = loop.trips() != null;
    Place place = loop.place().key(counted ? "trips" : "limit");
    String text = counted ? loop.trips() : loop.limit();
    Expression trips = context.scope.resolve(text, place);
    checks.addLoop(trips, context.counter(), place);
    long most = Math.min(LaunchChecks.MOST_TRIPS, Bounds.of(trips, context.ranges).most());
    boolean diverges = counted && Expression.differsBetweenThreads(trips);
    boolean splits = counted && Expression.differsWithinWarps(trips);
    Context body = context.inLoop(inner, 1, most, diverges, splits);
    int condition = -1;
    if (!counted) {
      condition = condition(loop.condition(), loop.place().key("while"), body);
      boolean splitsToo = conditions.get(condition).splitsWarps;
      body = context.inLoop(inner, 1, most, differs(condition), splitsToo);
    }
    LaneExpression compiled =
        counted ? lanes.compile(trips, context.ranges, context.loopLevel) : null;
    int laneLoop = diverges ? laneLoops++ : -1;
    loops.add(new Program.Loop(compiled, condition, context.loopLevel, laneLoop));
    emitLoop(loop, loops.size() - 1, context, body);
  }

  /** A loop over the tiles that a cluster draws: its counter is followed by that of the tile. */
  private void drawnLoop(Loop loop, Context context, Scope inner) {
    if (inner.defines(loop.tile())) {
      throw loop.place().error("tile variable " + loop.tile() + " twice", "a new name");
    }
    if (context.loopLevel > 0) {
      throw loop.place().error("a loop over tiles within a loop", "one that is entered once");
    }
    inner.variable(loop.tile(), context.counter() + 1);
    Place place = loop.place().key("below");
    Expression tiles = context.scope.resolve(loop.limit(), place);
    long varying = (1L << Variables.FIRST_ARGUMENT) - 1;
    if ((Expression.variables(tiles) & varying) != 0) {
      throw place.error(
          "\"" + loop.limit() + "\", which differs between thread blocks or threads",
          "parameters and arguments of the launch");
    }
    checks.addTiles(tiles, context.counter(), place);
    long most = Math.min(LaunchChecks.MOST_TRIPS, Bounds.of(tiles, context.ranges).most());
    loops.add(new Program.Loop(null, -1, context.loopLevel, -1));
    emitLoop(loop, loops.size() - 1, context, context.inLoop(inner, 2, most, false, false));
  }

  /** Waits for the next tile; the branch that follows issues when it is there. */
  private int takeTile(int index, Context body) {
    Expression trip =
        new Expression.Variable(Variables.FIRST_COUNTER + loops.get(index).counterLevel());
    immediates[nextInstruction] =
        new LaneExpression[] {lanes.compile(trip, body.ranges, body.loopLevel)};
    emit(nextInstruction++, 0, 0);
    emit(nextInstruction++, 0, 0);
    return emit(Program.TAKE_TILE, index, 0);
  }

  private void emitLoop(Loop loop, int index, Context context, Context body) {
    int begin = emit(Program.LOOP_BEGIN, index, context.maskLevel);
    int take = loop.isDrawn() ? takeTile(index, body) : begin;
    addAll(loop.body(), body);
    int end = emit(Program.LOOP_END, index, context.maskLevel);
    code.get(end)[3] = begin + 1;
    code.get(end)[4] = nextInstruction++;
    int restore = emit(Program.RESTORE, 0, context.maskLevel);
    code.get(begin)[3] = restore;
    code.get(take)[3] = restore;
    loopLevels = Math.max(loopLevels, body.loopLevel);
  }

  private int condition(String text, Place place, Context context) {
    return compile(context.scope.resolve(text, place), context.ranges, context.loopLevel);
  }

  /**
   * Compiles a condition; returns its index.
   *
   * @param ranges values of each variable
   * @param loops how many loops are around its use
   */
  private int compile(Expression condition, Bounds[] ranges, int loops) {
    List<Object> key = LaneCompiler.key(condition, ranges);
    Integer index = conditionIndices.get(key);
    if (index == null) {
      Pending compiled = compileNew(condition, ranges, loops);
      index = conditions.size();
      conditionIndices.put(key, index);
      conditions.add(compiled);
    }
    Pending compiled = conditions.get(index);
    compiled.uses++;
    compiled.isInvariant |= compiled.level < loops - 1;
    return index;
  }

  private Pending compileNew(Expression condition, Bounds[] ranges, int loops) {
    int[] masks = lanes.masks(condition, ranges);
    boolean isSplit =
        masks == null
            && Expression.differsBetweenThreads(condition)
            && condition instanceof Operation o
            && o.operator() == Operator.AND;
    if (!isSplit) {
      return new Pending(condition, lanes.compile(condition, ranges, loops), null, masks);
    }
    // parts change less often than all of them together, and some are known before the kernel runs
    int[] parts =
        ((Operation) condition)
            .operands().stream().mapToInt(part -> compile(part, ranges, loops)).toArray();
    return new Pending(condition, null, parts, null);
  }

  /** Returns whether some lane may see another value than another lane. */
  private boolean differs(int index) {
    return !conditions.get(index).isUniform;
  }

  /** Returns all conditions, by index; those that are worth it have a place for their masks. */
  private Program.Condition[] finishedConditions() {
    Program.Condition[] finished = new Program.Condition[conditions.size()];
    for (int i = 0; i < finished.length; i++) {
      Pending each = conditions.get(i);
      boolean isKept = each.isWorthKeeping() && keptMasks < Long.SIZE;
      if (isKept && each.level >= 0) {
        changingMasks[each.level] |= 1L << keptMasks;
      }
      int place = isKept ? keptMasks++ : Row.NOT_KEPT;
      finished[i] = new Program.Condition(each.expression, each.parts, each.masks, place);
    }
    return finished;
  }

  private int emit(int kind, int operand, int level) {
    code.add(new int[] {kind, operand, level, -1, -1});
    maskLevels = Math.max(maskLevels, level + 1);
    return code.size() - 1;
  }

  private Program program() {
    int[][] columns = new int[5][code.size()];
    for (int i = 0; i < code.size(); i++) {
      for (int c = 0; c < columns.length; c++) {
        columns[c][i] = code.get(i)[c];
      }
    }
    linkEmptyMasks(columns);
    Program.KeptRows keptRows = lanes.keepRows();
    return new Program(
        columns[0],
        columns[1],
        columns[2],
        columns[3],
        columns[4],
        finishedConditions(),
        loops.toArray(Program.Loop[]::new),
        addresses,
        immediates,
        maskLevels,
        Math.max(1, loopLevels),
        laneLoops,
        lanes.stackDepth(),
        keptRows,
        keptMasks,
        changingMasks,
        checks);
  }

  /** An exit or a restore that leaves no lane goes to the end of what encloses it. */
  private static void linkEmptyMasks(int[][] columns) {
    int[] kinds = columns[0];
    int[] levels = columns[2];
    for (int i = 0; i < kinds.length; i++) {
      if (kinds[i] == Program.RESTORE || kinds[i] == Program.EXIT_IF) {
        int end = i + 1;
        while (kinds[end] != Program.END && !(isJoin(kinds[end]) && levels[end] < levels[i])) {
          end++;
        }
        columns[3][i] = end;
      }
    }
  }

  private static boolean isJoin(int kind) {
    return kind == Program.ELSE || kind == Program.RESTORE || kind == Program.LOOP_END;
  }
}
