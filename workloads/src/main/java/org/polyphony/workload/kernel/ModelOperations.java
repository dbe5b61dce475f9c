package org.polyphony.workload.kernel;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.workload.kernel.ProgramStep.Instruction;
import org.polyphony.workload.order.HiddenRegisters;
import org.polyphony.workload.order.Operation;

/** The instructions of a model as operations; each name of a register has a number. */
final class ModelOperations {
  private final Map<String, Integer> numbers = new HashMap<>();

  List<Operation> of(List<Instruction> instructions) {
    return instructions.stream().map(this::of).toList();
  }

  private Operation of(Instruction i) {
    int[] writes = numbers(i.destinations());
    int[] reads = numbers(i.sources());
    return HiddenRegisters.ofModel(
        i.mnemonic(), new Operation(i.opClass(), i.space(), writes, reads));
  }

  private int[] numbers(List<String> names) {
    return names.stream()
        .filter(name -> !name.equals("RZ"))
        .mapToInt(
            name -> numbers.computeIfAbsent(name, n -> HiddenRegisters.COUNT + numbers.size()))
        .toArray();
  }
}
