package org.polyphony.workload.kernel;

import java.util.List;
import java.util.Map;
import org.polyphony.gpu.kernel.Workload.Step;

/**
 * A model as read, for one choice of scale, seed and parameters.
 *
 * @param name of the benchmark
 * @param about what it models, at which input, what it leaves out
 * @param source where the knowledge comes from
 * @param suite the benchmark suite
 * @param type COM or MEM, as in Table 3 of GPU Maestro
 * @param scope parameters and structures
 * @param arrays global and constant arrays by name
 * @param kernels by name
 * @param plan what the host does, in order
 * @param streams of the plan, at least 1
 */
public record ModelDefinition(
    String name,
    String about,
    String source,
    String suite,
    String type,
    Scope scope,
    Map<String, ArrayRange> arrays,
    Map<String, KernelDefinition> kernels,
    List<PlannedStep> plan,
    int streams) {
  /** Returns the size of its arrays in bytes. */
  public long arrayBytes() {
    return arrays.values().stream().mapToLong(ArrayRange::bytes).sum();
  }

  /** One step of the host program. */
  sealed interface PlannedStep {}

  /**
   * A launch.
   *
   * @param kernel the kernel's name
   * @param arguments values by name
   * @param grid thread blocks in x, y, z; empty: as the kernel says
   * @param streamId 0 to {@link #streams} - 1
   * @param place where it stands
   */
  record PlannedLaunch(
      String kernel, Map<String, Long> arguments, List<Long> grid, int streamId, Place place)
      implements PlannedStep {}

  /** A step that launches nothing: a copy to the device, or an event. */
  record PlannedOther(Step step) implements PlannedStep {}
}
