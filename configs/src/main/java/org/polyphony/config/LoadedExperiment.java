package org.polyphony.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

/** An experiment and where each of its values was written, for errors found while it starts. */
public final class LoadedExperiment {
  private final ExperimentConfig config;
  private final ConfigTree tree;
  private final Path folder;

  private final Optional<Base> base;

  /**
   * The same workloads on the device of a sweep's base, for a point with another device.
   *
   * @param experiment whose solo runs determine the work of a round
   * @param ofProgress whether progress is over these solo runs as well
   */
  public record Base(LoadedExperiment experiment, boolean ofProgress) {}

  LoadedExperiment(ExperimentConfig config, ConfigTree tree, Path folder) {
    this(config, tree, folder, Optional.empty());
  }

  private LoadedExperiment(
      ExperimentConfig config, ConfigTree tree, Path folder, Optional<Base> base) {
    this.config = config;
    this.tree = tree;
    this.folder = folder;
    this.base = base;
  }

  /** Returns this point of a sweep with its base, unless both have the same device. */
  LoadedExperiment over(LoadedExperiment other, boolean ofProgress) {
    boolean isSame =
        Keys.with(config.gpu(), Map.of("name", other.config.gpu().name()))
                .equals(other.config.gpu())
            && config.warpScheduler().equals(other.config.warpScheduler());
    return isSame
        ? this
        : new LoadedExperiment(config, tree, folder, Optional.of(new Base(other, ofProgress)));
  }

  /** Returns the base of a point on another device. */
  public Optional<Base> base() {
    return base;
  }

  /** Returns {@link ExperimentConfig#configHash}, with the base. */
  public String configHash(List<String> identities) {
    String own = config.configHash(identities);
    return base.map(of -> of.experiment.configHash(identities) + of.ofProgress)
        .map(of -> CanonicalJson.hash(own + of))
        .orElse(own);
  }

  public ExperimentConfig config() {
    return config;
  }

  /**
   * Returns the experiment as a file that runs it again, from any folder: as it was written, with
   * what was set, and the GPU by its name when it is a bundled one, else with all its numbers.
   */
  public ObjectNode asFile() {
    ObjectNode file = JsonFile.movable(tree.root(), config.name(), folder);
    file.set("gpu", GpuConfigs.shortest((ObjectNode) tree.at("gpu")));
    return file;
  }

  /**
   * Makes the error for values that turn out wrong only with the workloads at hand.
   *
   * @param violations by path in the experiment, as {@code workloads[0].trace} or {@code
   *     gpu.sm.threads}
   * @return the error that names each with its file and line, or its {@code --set}
   */
  public InvalidInputException invalid(List<Violation> violations) {
    return tree.invalid(violations);
  }

  /**
   * Requires that a workload that is named is bundled.
   *
   * @param workload its index
   * @param bundled the names that exist
   * @throws InvalidInputException if it is not
   */
  public void requireBundled(int workload, List<String> bundled) {
    config
        .workloads()
        .get(workload)
        .unknown(bundled)
        .ifPresent(wrong -> tree.wrong(wrong.under(JsonPath.index("workloads", workload))));
    tree.requireValid();
  }

  /**
   * Makes the error for a thread block that no SM can hold.
   *
   * @param workload its index
   * @param kernel the kernel's name
   * @param resource what it needs, as {@code bytes of shared memory}
   * @param needed how much it needs
   * @param available how much an SM gives to one thread block
   */
  public InvalidInputException cannotFit(
      int workload, String kernel, String resource, long needed, long available) {
    String found = "kernel " + kernel + " with " + needed + " " + resource + " per thread block";
    String allowed = available + " or less on " + config.gpu().name();
    return tree.invalid(JsonPath.index("workloads", workload), found, allowed);
  }
}
