package org.polyphony.workload.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.workload.kernel.ProgramStep.Exit;
import org.polyphony.workload.kernel.ProgramStep.If;
import org.polyphony.workload.kernel.ProgramStep.Instruction;
import org.polyphony.workload.kernel.ProgramStep.Loop;
import org.polyphony.workload.kernel.ProgramStep.Predicated;

/** Compiles the program of one launch: flattens control flow, resolves and checks expressions. */
final class ProgramCompiler {
  private static final int MOST_TRIPS = 1 << 30;

  private final AddressCompiler arrays;
  private final int threads;
  private final LaneCompiler lanes;
  private final List<int[]> code = new ArrayList<>(); // kind, operand, level, target, instruction
  private final List<Program.Condition> conditions = new ArrayList<>();
  private final List<Program.Loop> loops = new ArrayList<>();
  private final Program.Address[] addresses;
  private int nextInstruction;
  private int maskLevels;
  private int loopLevels;
  private int laneLoops;
  private int keptMasks;

  /** What surrounds a step. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Context(
      Scope scope, long[] maxima, int maskLevel, int loopLevel, boolean diverges, boolean guarded) {
    Context inside(boolean divergesToo) {
      return new Context(scope, maxima, maskLevel + 1, loopLevel, diverges || divergesToo, true);
    }

    Context inLoop(Scope inner, long mostTrips, boolean divergesToo) {
      long[] extended = Arrays.copyOf(maxima, Variables.FIRST_COUNTER + loopLevel + 1);
      extended[Variables.FIRST_COUNTER + loopLevel] = Math.max(0, mostTrips - 1);
      return new Context(
          inner, extended, maskLevel + 1, loopLevel + 1, diverges || divergesToo, guarded);
    }

    Context afterExit() {
      return new Context(scope, maxima, maskLevel, loopLevel, diverges, true);
    }
  }

  private ProgramCompiler(KernelDefinition kernel, Map<String, ArrayRange> arrays) {
    this.threads = kernel.threads();
    this.lanes = new LaneCompiler(kernel.block());
    this.arrays = new AddressCompiler(arrays, lanes);
    this.addresses = new Program.Address[kernel.instructions().size()];
  }

  /**
   * Compiles a launch.
   *
   * @param scope parameters and the launch's arguments
   * @param arrays the arrays of the model and the kernel
   * @param grid thread blocks in x, y, z
   */
  static Program compile(
      KernelDefinition kernel, Scope scope, Map<String, ArrayRange> arrays, long[] grid) {
    Scope inner = scope.copy();
    for (int i = 0; i < Variables.NAMES.size(); i++) {
      inner.variable(Variables.NAMES.get(i), i);
    }
    kernel.abbreviations().forEach(inner::abbreviation);
    ProgramCompiler compiler = new ProgramCompiler(kernel, arrays);
    long[] maxima = Variables.maxima(grid, kernel.block());
    compiler.addAll(kernel.program(), new Context(inner, maxima, 0, 0, false, false));
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
      addAll(predicated.body(), context.inside(differs(condition)));
      emit(Program.RESTORE, 0, context.maskLevel);
    } else if (step instanceof Exit exit) {
      int condition = condition(exit.condition(), exit.place(), context);
      int at = emit(Program.EXIT_IF, condition, context.maskLevel);
      code.get(at)[4] = nextInstruction++;
    }
  }

  private void instruction(Instruction instruction, Context context) {
    if (instruction.opClass() == OpClass.BARRIER && context.diverges) {
      throw instruction
          .place()
          .error(
              "a barrier in a divergent branch or loop",
              "barriers where all threads of the block arrive");
    }
    if (instruction.address() != null) {
      addresses[nextInstruction] =
          arrays.compile(instruction, context.scope, context.maxima, context.guarded);
    }
    emit(nextInstruction++, 0, 0);
  }

  private void branch(If branch, Context context) {
    int instruction = nextInstruction++;
    int condition = condition(branch.condition(), branch.place(), context);
    Context inside = context.inside(differs(condition));
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
    Scope inner = context.scope.copy();
    inner.variable(loop.counter(), Variables.FIRST_COUNTER + context.loopLevel);
    boolean counted = loop.trips() != null;
    Place place = loop.place().key(counted ? "trips" : "limit");
    String text = counted ? loop.trips() : loop.limit();
    Expression trips = context.scope.resolve(text, place);
    long most = Bounds.of(trips, context.maxima).most();
    if (most > MOST_TRIPS) {
      throw place.error("an endless loop: a trip count that may exceed " + MOST_TRIPS, "min(...)");
    }
    boolean diverges = counted && Expressions.differsBetweenThreads(trips);
    Context body = context.inLoop(inner, most, diverges);
    int condition = -1;
    if (!counted) {
      condition = condition(loop.condition(), loop.place().key("while"), body);
      body = context.inLoop(inner, most, differs(condition));
    }
    LaneExpression compiled = counted ? lanes.compile(trips, context.maxima) : null;
    int laneLoop = diverges ? laneLoops++ : -1;
    loops.add(new Program.Loop(compiled, condition, (int) most, context.loopLevel, laneLoop));
    emitLoop(loop, loops.size() - 1, context, body);
  }

  private void emitLoop(Loop loop, int index, Context context, Context body) {
    int begin = emit(Program.LOOP_BEGIN, index, context.maskLevel);
    addAll(loop.body(), body);
    int end = emit(Program.LOOP_END, index, context.maskLevel);
    code.get(end)[3] = begin + 1;
    code.get(end)[4] = nextInstruction++;
    code.get(begin)[3] = emit(Program.RESTORE, 0, context.maskLevel);
    loopLevels = Math.max(loopLevels, context.loopLevel + 1);
  }

  private int condition(String text, Place place, Context context) {
    LaneExpression e = lanes.compile(context.scope.resolve(text, place), context.maxima);
    int[] masks = e.isThreadOnly() ? masks(e.leaf()) : null;
    boolean isKept = masks == null && !e.hasCounters() && !e.isUniform();
    conditions.add(new Program.Condition(e, masks, isKept ? keptMasks++ : -1));
    return conditions.size() - 1;
  }

  private int[] masks(Leaf leaf) {
    int[] masks = new int[(threads + 31) / 32];
    for (int t = 0; t < masks.length * 32; t++) {
      masks[t / 32] |= leaf.at(t) != 0 ? 1 << t % 32 : 0;
    }
    return masks;
  }

  private boolean differs(int condition) {
    return !conditions.get(condition).expression().isUniform();
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
    return new Program(
        columns[0],
        columns[1],
        columns[2],
        columns[3],
        columns[4],
        conditions.toArray(Program.Condition[]::new),
        loops.toArray(Program.Loop[]::new),
        addresses,
        maskLevels,
        Math.max(1, loopLevels),
        laneLoops,
        lanes.stackDepth(),
        lanes.keptRows(),
        keptMasks);
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
