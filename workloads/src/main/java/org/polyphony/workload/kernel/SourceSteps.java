package org.polyphony.workload.kernel;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.workload.kernel.ProgramStep.If;
import org.polyphony.workload.kernel.ProgramStep.Instruction;
import org.polyphony.workload.kernel.ProgramStep.Loop;
import org.polyphony.workload.kernel.ProgramStep.Predicated;
import org.polyphony.workload.order.Operation;
import org.polyphony.workload.order.SourceOrder;

/**
 * A program in source order: the instructions between two other steps are straight-line code, and
 * so is the body of a predicate.
 */
final class SourceSteps {
  private SourceSteps() {}

  static List<ProgramStep> of(List<ProgramStep> steps) {
    List<ProgramStep> ordered = new ArrayList<>();
    List<Instruction> straight = new ArrayList<>();
    for (ProgramStep step : steps) {
      if (step instanceof Instruction instruction) {
        straight.add(instruction);
      } else {
        addStraight(straight, ordered);
        ordered.add(inside(step));
      }
    }
    addStraight(straight, ordered);
    return ordered;
  }

  private static void addStraight(List<Instruction> straight, List<ProgramStep> ordered) {
    List<Operation> operations = new ModelOperations().of(straight);
    for (int at : SourceOrder.of(operations)) {
      ordered.add(straight.get(at));
    }
    straight.clear();
  }

  private static ProgramStep inside(ProgramStep step) {
    if (step instanceof Loop l) {
      return new Loop(l.place(), l.counter(), l.trips(), l.condition(), l.limit(), of(l.body()));
    }
    if (step instanceof If branch) {
      List<ProgramStep> otherwise = of(branch.elseBody());
      return new If(branch.place(), branch.condition(), of(branch.thenBody()), otherwise);
    }
    if (step instanceof Predicated p) {
      return new Predicated(p.place(), p.condition(), of(p.body()));
    }
    return step;
  }
}
