package org.polyphony.results.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.policy.partition.Alone;
import org.polyphony.results.store.RunKey;
import org.polyphony.simulation.RunSpec;

/**
 * An experiment with all references resolved, ready to run.
 *
 * @param name as in the config
 * @param spec of its run; its workloads are in the order of {@code inputs}
 * @param roundCycles core cycles alone whose work ends a round at the latest, before the budgets of
 *     the run; 0 if there is no such limit
 * @param base of a point of a sweep over devices; empty if solo runs are on its own device
 * @param inputs description of each workload
 * @param file the experiment as a file that can be run again from any folder
 * @param resolved the experiment with all values, in canonical form, as JSON text
 * @param configHash SHA-256 of everything that determines the results, in hexadecimal
 * @param key identifies its run
 */
public record Experiment(
    String name,
    RunSpec spec,
    long roundCycles,
    Optional<Base> base,
    List<Input> inputs,
    ObjectNode file,
    String resolved,
    String configHash,
    RunKey key) {

  /**
   * Identifies the solo run of a workload.
   *
   * @param kind what is kept of it
   */
  public RunKey soloKey(String kind, int workload) {
    RunSpec solo = spec.alone(workload);
    Input input = inputs.get(workload);
    return RunKey.of(
        kind,
        input.name + " " + kind + ", seed " + solo.seed(),
        solo.gpu(),
        input.digest,
        solo.warpScheduler(),
        solo.instructionBudgets().get(0),
        solo.seed(),
        roundCycles > 0); // then a program that ends earlier starts again
  }

  /** Returns this experiment with another run of the same workloads. */
  public Experiment with(RunSpec other) {
    return new Experiment(name, other, roundCycles, base, inputs, file, resolved, configHash, key);
  }

  /** Returns the experiment whose solo runs determine the work of a round. */
  public Experiment ofRounds() {
    return base.map(this::on).orElse(this);
  }

  /** Returns the experiment whose solo runs progress is over. */
  public Experiment ofProgress() {
    return isOverBase() ? ofRounds() : this;
  }

  /** Returns whether progress is over solo runs on another device. */
  public boolean isOverBase() {
    return base.filter(Base::ofProgress).isPresent();
  }

  private Experiment on(Base other) {
    RunSpec onBase =
        spec.with()
            .gpu(other.gpu)
            .policy(Alone.NAME, Map.of())
            .schedulers(other.warpScheduler, "none")
            .build();
    return new Experiment(
        name, onBase, other.roundCycles, Optional.empty(), inputs, file, resolved, configHash, key);
  }

  /**
   * The device of a sweep's base, for a point on another device: all points do the same work and,
   * on request, have the same solo runs as denominators.
   *
   * @param gpu of the sweep's base
   * @param roundCycles core cycles of this device
   * @param ofProgress whether progress is over the solo runs on this device
   */
  public record Base(GpuConfig gpu, String warpScheduler, long roundCycles, boolean ofProgress) {
    /** Returns what its solo runs determine. */
    String words() {
      String progress = roundCycles > 0 ? "rounds and progress" : "progress";
      return ofProgress ? progress : "rounds";
    }
  }

  /**
   * A workload of an experiment.
   *
   * @param name in results
   * @param type {@code COM} or {@code MEM} of GPU Maestro Table 3; empty if unknown
   * @param digest SHA-256 of its files, in hexadecimal
   */
  public record Input(String name, String type, String digest) {}
}
