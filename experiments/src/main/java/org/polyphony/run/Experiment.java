package org.polyphony.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.InstructionOrder;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.simulation.RunRequest;
import org.polyphony.store.Json;

/**
 * An experiment with everything looked up: ready to run.
 *
 * @param name as the config gives it
 * @param objective of the policy, {@code antt} or {@code stp}; empty when it has none
 * @param request what runs; its workloads stand in the order of {@code inputs}
 * @param inputs what each workload is
 * @param file the experiment as a file that runs it again, from any folder
 * @param resolved the experiment with every value, in canonical form, as JSON text
 * @param configHash SHA-256 of what determines the results, in hexadecimal
 */
public record Experiment(
    String name,
    String objective,
    RunRequest request,
    List<Input> inputs,
    ObjectNode file,
    String resolved,
    String configHash) {

  /**
   * Returns the experiment of a whole workload alone, with the defaults of everything else.
   *
   * @param name of experiment and workload
   * @param workload what runs
   * @param gpu on what
   */
  public static Experiment alone(String name, Workload workload, GpuConfig gpu) {
    RunRequest.Sharing sharing =
        new RunRequest.Sharing("alone", Map.of(), "gto", "none", "two-way", "drain");
    RunRequest request =
        new RunRequest(
            gpu,
            List.of(workload),
            sharing,
            Long.MAX_VALUE,
            false,
            1,
            RunRequest.EPOCH_CYCLES,
            0,
            false);
    return new Experiment(
        name, "", request, List.of(new Input(name, "", "")), Json.object(), "", "");
  }

  /**
   * One workload of an experiment.
   *
   * @param name under which results list it
   * @param type {@code COM} or {@code MEM} of GPU Maestro Table 3; empty when not known
   * @param digest SHA-256 of its files, in hexadecimal
   * @param order of its instructions
   */
  public record Input(String name, String type, String digest, InstructionOrder order) {
    /** Makes an input in the compiler's order. */
    public Input(String name, String type, String digest) {
      this(name, type, digest, InstructionOrder.COMPILED);
    }
  }
}
