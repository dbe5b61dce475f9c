package org.polyphony.workload.kernel;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.workload.kernel.ModelDefinition.PlannedLaunch;

/**
 * A kernel model in words and numbers.
 *
 * @param name of the benchmark
 * @param about what it models, at which input, what it leaves out
 * @param source where the knowledge comes from
 * @param suite the benchmark suite
 * @param type COM or MEM, as in Table 3 of GPU Maestro
 * @param kernels its kernels, in file order
 * @param launches number of kernel launches of one round
 * @param arrayBytes size of its arrays in bytes
 */
public record ModelDescription(
    String name,
    String about,
    String source,
    String suite,
    String type,
    List<KernelPart> kernels,
    int launches,
    long arrayBytes) {
  /**
   * A kernel of the model.
   *
   * @param name the real kernel's name
   * @param about what it models
   * @param registers per thread
   * @param sharedMemoryBytes per thread block
   * @param threadsPerBlock threads of a thread block
   * @param block threads in x, y, z
   * @param grid thread blocks in x, y, z as expressions; empty when launches give it
   * @param launches number of its launches in one round
   * @param mix static instructions by class
   */
  public record KernelPart(
      String name,
      String about,
      int registers,
      int sharedMemoryBytes,
      int threadsPerBlock,
      List<Integer> block,
      List<String> grid,
      int launches,
      Map<OpClass, Integer> mix) {}

  static ModelDescription of(ModelDefinition model) {
    List<KernelPart> parts = new ArrayList<>();
    int total = 0;
    for (KernelDefinition kernel : model.kernels().values()) {
      int launches = launches(model, kernel.name());
      total += launches;
      parts.add(
          new KernelPart(
              kernel.name(),
              kernel.about(),
              kernel.registers(),
              kernel.sharedMemoryBytes(),
              kernel.threads(),
              List.of(kernel.block()[0], kernel.block()[1], kernel.block()[2]),
              kernel.grid(),
              launches,
              mix(kernel.instructions())));
    }
    long bytes = model.arrays().values().stream().mapToLong(ArrayRange::bytes).sum();
    return new ModelDescription(
        model.name(),
        model.about(),
        model.source(),
        model.suite(),
        model.type(),
        List.copyOf(parts),
        total,
        bytes);
  }

  private static int launches(ModelDefinition model, String kernel) {
    return (int)
        model.plan().stream()
            .filter(step -> step instanceof PlannedLaunch l && l.kernel().equals(kernel))
            .count();
  }

  private static Map<OpClass, Integer> mix(InstructionTable table) {
    Map<OpClass, Integer> mix = new EnumMap<>(OpClass.class);
    for (int i = 0; i < table.size(); i++) {
      mix.merge(table.opClass(i), 1, Integer::sum);
    }
    return mix;
  }
}
