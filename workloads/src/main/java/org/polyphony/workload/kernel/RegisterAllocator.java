package org.polyphony.workload.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.workload.kernel.ProgramStep.Instruction;

/**
 * Gives named registers numbers by linear scan: a value holds a number from its first write to its
 * last use; what is written before a loop and used in it is held to the loop's end. A write starts
 * a new value when it does not read the name and stands in the same body as the value's first
 * write. Numbers are reused as late as possible. {@code R0} to {@code R254} keep their numbers,
 * {@code RZ} is zero.
 */
final class RegisterAllocator {
  private static final int NOT_ASSIGNED = -1;

  /** A value, produced by one or more writes of a name. */
  private static final class Value {
    final int body;
    final int first;
    int last;
    int number = NOT_ASSIGNED;

    Value(int body, int first) {
      this.body = body;
      this.first = first;
      this.last = first;
    }
  }

  private static final String MOVE = "USETMAXREG"; // from the producer's warps to the consumers'

  private final List<Instruction> instructions;
  private final int registers;
  private final int fixed; // registers that an instruction may name
  private final Map<String, Value> current = new HashMap<>();
  private final List<Value> values = new ArrayList<>();
  private final Value[][] destinations;
  private final Value[][] sources;

  /**
   * Assigns all numbers.
   *
   * @param bodies for each instruction the body (of the kernel, a loop, a branch) it stands in
   * @param loops first and last instruction of each loop, inner loops first
   * @param registers architectural registers of a thread
   */
  RegisterAllocator(
      List<Instruction> instructions, List<Integer> bodies, List<int[]> loops, int registers) {
    this.instructions = instructions;
    this.registers = registers;
    boolean areMoved = instructions.stream().anyMatch(i -> i.mnemonic().startsWith(MOVE));
    this.fixed = areMoved ? InstructionTable.ZERO_REGISTER : registers;
    this.destinations = new Value[instructions.size()][];
    this.sources = new Value[instructions.size()][];
    for (int i = 0; i < instructions.size(); i++) {
      noteSources(instructions.get(i), i);
      noteDestinations(instructions.get(i), bodies.get(i), i);
    }
    loops.forEach(this::extend);
    assign();
  }

  int[] destinations(int instruction) {
    return numbers(destinations[instruction]);
  }

  int[] sources(int instruction) {
    return numbers(sources[instruction]);
  }

  private static int[] numbers(Value[] values) {
    return Arrays.stream(values).mapToInt(value -> value.number).toArray();
  }

  private void noteSources(Instruction instruction, int at) {
    List<String> names = instruction.sources();
    sources[at] = new Value[names.size()];
    for (int k = 0; k < names.size(); k++) {
      String name = names.get(k);
      Value value = isFixed(name) ? fixed(name, instruction) : current.get(name);
      if (value == null) {
        throw instruction
            .place()
            .unknown("register (never written before)", name, current.keySet());
      }
      value.last = at;
      sources[at][k] = value;
    }
  }

  private void noteDestinations(Instruction instruction, int body, int at) {
    List<String> names = instruction.destinations();
    destinations[at] = new Value[names.size()];
    for (int k = 0; k < names.size(); k++) {
      String name = names.get(k);
      Value value = isFixed(name) ? fixed(name, instruction) : current.get(name);
      boolean isNew =
          value == null || (value.body == body && !instruction.sources().contains(name));
      if (isNew && !isFixed(name)) {
        value = new Value(body, at);
        current.put(name, value);
        values.add(value);
      }
      value.last = at;
      destinations[at][k] = value;
    }
  }

  private void extend(int[] loop) {
    for (Value value : values) {
      if (value.first < loop[0] && value.last >= loop[0] && value.last <= loop[1]) {
        value.last = loop[1];
      }
    }
  }

  private void assign() {
    ArrayDeque<Integer> free = new ArrayDeque<>();
    for (int r = 0; r < registers; r++) {
      if (!current.containsKey("R" + r)) {
        free.add(r);
      }
    }
    List<List<Value>> ends = new ArrayList<>();
    instructions.forEach(i -> ends.add(new ArrayList<>()));
    values.forEach(value -> ends.get(value.last).add(value));
    for (int i = 0; i < instructions.size(); i++) {
      for (Value value : ends.get(i)) {
        if (value.number != NOT_ASSIGNED && !List.of(destinations[i]).contains(value)) {
          free.addLast(value.number); // read here for the last time: the result may take its place
        }
      }
      for (Value value : destinations[i]) {
        if (value.number == NOT_ASSIGNED) {
          value.number = take(free, instructions.get(i));
        }
      }
      for (Value value : ends.get(i)) {
        if (List.of(destinations[i]).contains(value)) {
          free.addLast(value.number);
        }
      }
    }
  }

  private int take(ArrayDeque<Integer> free, Instruction instruction) {
    if (free.isEmpty()) {
      throw instruction.error(
          "more than " + registers + " registers in use at " + instruction.mnemonic(),
          "at most \"registers\" live values");
    }
    return free.removeFirst();
  }

  private static boolean isFixed(String name) {
    return name.equals("RZ") || name.matches("R[0-9]{1,3}");
  }

  private Value fixed(String name, Instruction instruction) {
    int number =
        name.equals("RZ") ? InstructionTable.ZERO_REGISTER : Integer.parseInt(name.substring(1));
    if (number != InstructionTable.ZERO_REGISTER && number >= fixed) {
      throw instruction.error(
          "register " + name, "R0 to R" + (fixed - 1) + ", given by \"registers\"");
    }
    Value value = current.computeIfAbsent("R" + number, n -> new Value(-1, 0));
    value.number = number;
    return value;
  }
}
