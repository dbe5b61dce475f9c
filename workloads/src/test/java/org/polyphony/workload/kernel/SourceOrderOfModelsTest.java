package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.polyphony.gpu.kernel.InstructionOrder;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.workload.order.LoadUse;
import org.polyphony.workload.order.SymbolicWarp;

/** In source order each warp executes the same instructions on the same values. */
class SourceOrderOfModelsTest {
  private static final ModelOptions SOURCE =
      ModelOptions.DEFAULT.withOrder(InstructionOrder.SOURCE);

  private static Kernel kernel(String program, ModelOptions options) {
    ModelWorkload workload =
        ModelWorkload.parse(
            TinyModel.text(program).replace("\"registers\": 8", "\"registers\": 24"),
            "tiny.json",
            options);
    return ((Workload.Launch) workload.step(0)).kernel();
  }

  private static void assertSame(Kernel compiled, Kernel source, String message) {
    for (int warp = 0; warp < Math.min(2, compiled.warpsPerBlock()); warp++) {
      long block = compiled.threadBlocks() / 2;
      List<String> expected = SymbolicWarp.executed(compiled, block, warp);
      assertEquals(expected, SymbolicWarp.executed(source, block, warp), message);
    }
    assertEquals(compiled.threadBlocks(), source.threadBlocks());
    assertEquals(compiled.registersPerThread(), source.registersPerThread());
    assertEquals(compiled.instructions().size(), source.instructions().size());
  }

  private static Stream<String> models() {
    return BundledModels.all().stream();
  }

  @ParameterizedTest
  @MethodSource("models")
  void bundledModelsDoTheSame(String name) {
    ModelOptions small = ModelOptions.of(0.05, 1);
    ModelWorkload compiled = ModelWorkload.bundled(name, small);
    ModelWorkload source = ModelWorkload.bundled(name, small.withOrder(InstructionOrder.SOURCE));
    List<String> seen = new ArrayList<>();
    for (int i = 0; i < compiled.steps(); i++) {
      if (compiled.step(i) instanceof Workload.Launch launch
          && !seen.contains(launch.kernel().name())) {
        seen.add(launch.kernel().name());
        Kernel other = ((Workload.Launch) source.step(i)).kernel();
        assertSame(launch.kernel(), other, name + " " + launch.kernel().name());
      }
    }
  }

  @Test
  void randomProgramsDoTheSame() {
    int moved = 0;
    for (int seed = 0; seed < 100; seed++) {
      String program = new RandomProgram(new Random(seed)).text();
      Kernel compiled = kernel(program, ModelOptions.DEFAULT);
      Kernel source = kernel(program, SOURCE);
      assertSame(compiled, source, "seed " + seed + ": " + program);
      moved += Walk.trace(compiled, 0, 0).equals(Walk.trace(source, 0, 0)) ? 0 : 1;
    }
    assertTrue(moved > 66, "moved " + moved);
  }

  @Test
  void loadsSinkInsideLoopsBranchesAndPredicates() {
    String load = "LDG.E x = i @ a[tx]; IADD y = i; FADD z = x";
    String program =
        "\"MOV i =\", {\"loop\": \"k\", \"trips\": 2, \"body\": [\"%s\"]},"
            + "{\"if\": \"tx < 5\", \"then\": [\"%s\"], \"else\": [\"%s\"]},"
            + "{\"predicate\": \"tx < 9\", \"body\": [\"%s\"]}";

    String trace = Walk.trace(kernel(program.replace("%s", load), SOURCE), 0, 0);

    assertEquals(5, trace.split("IADD:\\w+ LDG.E:\\w+ FADD", -1).length - 1); // 2 trips
  }

  /** Eight loads of sums of two addresses each need more registers than the kernel has. */
  @Test
  void needsNoRegistersOfTheCompiledProgram() {
    StringBuilder program = new StringBuilder("\"");
    for (int i = 0; i < 3; i++) {
      program.append("MOV a%d =; MOV b%d =; LDG.E x%d = a%d, b%d @ a[tx]; ".replace("%d", "" + i));
    }
    program.append("FADD s = x0, x1, x2; MOV*3 t =\"");
    String text =
        TinyModel.text(program.toString()).replace("\"registers\": 8", "\"registers\": 4");

    ModelWorkload compiled = ModelWorkload.parse(text, "tiny.json", ModelOptions.DEFAULT);
    ModelWorkload source = ModelWorkload.parse(text, "tiny.json", SOURCE);

    assertSame(
        ((Workload.Launch) compiled.step(0)).kernel(),
        ((Workload.Launch) source.step(0)).kernel(),
        "4 registers");
  }

  @Test
  void streamclustersLoadsAreThoseOfItsPtx() {
    assertEquals(new LoadUse(147, 32, 37.5, 16), loads("SC", InstructionOrder.COMPILED));
    assertEquals(new LoadUse(147, 32, 1.5, 2), loads("SC", InstructionOrder.SOURCE));
  }

  private static LoadUse loads(String model, InstructionOrder order) {
    ModelOptions options = ModelOptions.of(0.05, 1).withOrder(order);
    return ModelWorkload.bundled(model, options).loads().values().iterator().next();
  }
}
