package org.polyphony.workload.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;

class CountedWorkloadTest {
  private static ModelWorkload model(String program) {
    String text =
        """
        {"schemaVersion": 1, "name": "T", "about": "Left out: nothing.", "source": "own",
         "suite": "examples", "type": "COM",
         "kernels": {"k": {"registers": 16, "sharedMemory": 0, "block": [64], "grid": ["2"],
           "program": ["%s"]}},
         "launches": [{"launch": "k"}]}
        """;
    return ModelWorkload.parse(text.formatted(program), "t.json", ModelOptions.DEFAULT);
  }

  private static Kernel kernel(Workload workload) {
    return ((Workload.Launch) workload.step(0)).kernel();
  }

  private static String counts(CountedWorkload workload) {
    StringBuilder text = new StringBuilder();
    for (InstructionCount count : InstructionCount.merged(workload.counts())) {
      text.append(count.mnemonic()).append(' ').append(count.warpInstructions()).append(' ');
    }
    return text.toString();
  }

  @Test
  void leavesAKernelThatIsExactAsItIs() {
    ModelWorkload model = model("IADD a =; MEMBAR.GPU");

    assertSame(kernel(model), kernel(new CountedWorkload(model)));
  }

  @Test
  void countsAnInstructionWhenTheWarpAsksForTheNextOne() {
    CountedWorkload counted = new CountedWorkload(model("MEMBAR.CTA*2; IADD a ="));
    try (InstructionStream stream = kernel(counted).open(1)) {
      stream.begin(0, 0);
      stream.next(0, 0);
      assertEquals("", counts(counted));

      stream.view().next(0, 0);
      assertEquals("MEMBAR.CTA 1 ", counts(counted));

      stream.next(0, 0);
      stream.next(0, 0);
      assertEquals("MEMBAR.CTA 2 ", counts(counted));
    }
  }

  @Test
  void doesNotCountWhatADroppedThreadBlockHadNotIssued() {
    CountedWorkload counted = new CountedWorkload(model("MEMBAR.CTA; IADD a ="));
    try (InstructionStream stream = kernel(counted).open(1)) {
      stream.begin(0, 0);
      stream.next(0, 0);
      stream.end(0);
      stream.begin(0, 0);
      stream.next(0, 0);

      assertEquals("", counts(counted));
    }
  }

  @Test
  void sumsTheCountsOfAMnemonic() {
    InstructionCount one = count("B", 2);

    assertEquals(
        List.of(count("A", 1), count("B", 5)),
        InstructionCount.merged(List.of(one, count("A", 1), count("B", 3), count("C", 0))));
  }

  private static InstructionCount count(String mnemonic, long warpInstructions) {
    return new InstructionCount(mnemonic, SassFidelity.UNKNOWN, warpInstructions);
  }
}
