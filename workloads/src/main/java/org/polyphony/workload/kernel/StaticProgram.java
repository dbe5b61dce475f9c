package org.polyphony.workload.kernel;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.Fidelity;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.workload.kernel.ProgramStep.Exit;
import org.polyphony.workload.kernel.ProgramStep.If;
import org.polyphony.workload.kernel.ProgramStep.Instruction;
import org.polyphony.workload.kernel.ProgramStep.Loop;
import org.polyphony.workload.kernel.ProgramStep.Predicated;
import org.polyphony.workload.kernel.ProgramStep.Stall;

/**
 * The static instructions of a program in order, with those that control flow implies: a BRA at the
 * test of an if, at the end of its then part when there is an else, and at the end of a loop; an
 * EXIT for each exit and at the end. A loop over tiles begins with a wait for the next one and a
 * BRA that ends it. {@link ProgramCompiler} counts them in the same order.
 */
final class StaticProgram {
  private static final int BRANCH_STALL = 5; // of machine code for sm_90
  private static final String TILE_WAIT = "SYNCS.PHASECHK.TRANS64.TRYWAIT";
  private static final int BYTES_PER_INSTRUCTION = 8; // Maxwell: 64 bits, control words aside

  private final List<Instruction> instructions = new ArrayList<>();
  private final List<Integer> bodies = new ArrayList<>(); // the body of each instruction
  private final List<int[]> loops = new ArrayList<>(); // first and last instruction, inner first

  private final BitSet tileWaits = new BitSet(); // of the instructions

  private int body; // the one that is being added to
  private int bodyCount = 1;

  /** Lays out a program that stands at a place. */
  StaticProgram(List<ProgramStep> steps, Place place) {
    steps.forEach(this::add);
    implied(place, "EXIT", OpClass.EXIT);
  }

  /**
   * Returns its instructions, with numbers for its named registers.
   *
   * @param registers architectural registers of a thread
   */
  InstructionTable table(int registers) {
    RegisterAllocator numbers = new RegisterAllocator(instructions, bodies, loops, registers);
    InstructionTable.Builder builder = new InstructionTable.Builder();
    boolean known = instructions.stream().anyMatch(i -> i.stall().cycles() > 0);
    for (int i = 0; i < instructions.size(); i++) {
      Instruction instruction = instructions.get(i);
      builder.add(
          (long) i * BYTES_PER_INSTRUCTION,
          instruction.mnemonic(),
          instruction.opClass(),
          numbers.destinations(i),
          numbers.sources(i));
      boolean isTileWait = tileWaits.get(i);
      builder.fidelity(isTileWait ? Fidelity.EXACT : instruction.fidelity());
      Stall stall = stall(instruction, known);
      builder.stall(stall.cycles(), stall.yields());
      builder.operands(instruction.operandCount());
      builder.effect(isTileWait ? Effect.AWAIT_TILE : instruction.effect());
      if (instruction.space() != MemorySpace.NONE || instruction.flags() != 0) {
        builder.memory(instruction.space(), instruction.widthBytes(), instruction.flags());
      }
    }
    return builder.build();
  }

  /** Where some instructions have stall counts, those without one have the least of all. */
  private static Stall stall(Instruction instruction, boolean known) {
    boolean isWritten = instruction.stall().cycles() > 0 || !known;
    int least = instruction.opClass() == OpClass.BRANCH ? BRANCH_STALL : 1;
    return isWritten ? instruction.stall() : new Stall(least, false);
  }

  private void addBody(List<ProgramStep> steps) {
    int outer = body;
    body = bodyCount++;
    steps.forEach(this::add);
    body = outer;
  }

  private void append(Instruction instruction) {
    instructions.add(instruction);
    bodies.add(body);
  }

  private void add(ProgramStep step) {
    if (step instanceof Instruction instruction) {
      append(instruction);
    } else if (step instanceof Loop loop) {
      int first = instructions.size();
      if (loop.isDrawn()) {
        tileWaits.set(first);
        implied(loop.place(), TILE_WAIT, OpClass.UNIFORM, loop.counter());
        implied(loop.place(), "BRA", OpClass.BRANCH);
      }
      addBody(loop.body());
      loops.add(new int[] {first, instructions.size()});
      implied(loop.place(), "BRA", OpClass.BRANCH);
    } else if (step instanceof If branch) {
      implied(branch.place(), "BRA", OpClass.BRANCH);
      addBody(branch.thenBody());
      if (!branch.elseBody().isEmpty()) {
        implied(branch.place(), "BRA", OpClass.BRANCH);
        addBody(branch.elseBody());
      }
    } else if (step instanceof Predicated predicated) {
      addBody(predicated.body());
    } else if (step instanceof Exit exit) {
      implied(exit.place(), "EXIT", OpClass.EXIT);
    }
  }

  private void implied(Place place, String mnemonic, OpClass opClass, String... operands) {
    append(
        new Instruction(
            place,
            mnemonic,
            opClass,
            List.of(),
            List.of(),
            MemorySpace.NONE,
            List.of(operands),
            null,
            null,
            0,
            0,
            Stall.UNKNOWN));
  }
}
