package org.polyphony.gpu.config;

import java.util.List;
import org.polyphony.input.Violation;

/**
 * How the thread-block scheduler sends thread blocks to SMs. Source: Gilman et al., Demystifying
 * the Placement Policies of the NVIDIA GPU Thread Block Scheduler for Concurrent Kernels,
 * Performance Evaluation Review 2020; how many in a cycle: measured, DEVIATIONS.md 60.
 *
 * @param mostRoom true when the SM with room for the most further thread blocks of a kernel
 *     receives its next one; false when SMs take turns
 * @param perCycle thread blocks that the device launches in a core cycle at most, at least 1; an SM
 *     never receives more than one
 * @param refillLatency core cycles from the end of a thread block until another one can start in
 *     the room that it leaves, at least 0. Source: experiments/hardware/refill.cu
 */
public record DispatchConfig(boolean mostRoom, int perCycle, int refillLatency) {
  public List<Violation> violations() {
    return new Violation.Checks()
        .between(1, 65536, "perCycle", perCycle)
        .between(0, 65536, "refillLatency", refillLatency)
        .violations();
  }
}
