package org.polyphony.run;

import java.util.List;

/**
 * An experiment with everything looked up: ready to run.
 *
 * @param name as the config gives it
 * @param objective of the policy, {@code antt} or {@code stp}; empty when it has none
 * @param request what runs; its workloads stand in the order of {@code inputs}
 * @param inputs what each workload is
 * @param config the experiment in canonical form, as JSON text
 * @param configHash SHA-256 of what determines the results, in hexadecimal
 */
public record Experiment(
    String name,
    String objective,
    RunRequest request,
    List<Input> inputs,
    String config,
    String configHash) {

  /**
   * One workload of an experiment.
   *
   * @param name under which results list it
   * @param type {@code COM} or {@code MEM} of GPU Maestro Table 3; empty when not known
   * @param digest SHA-256 of its files, in hexadecimal
   */
  public record Input(String name, String type, String digest) {}
}
