package org.polyphony.config;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Phase;

/** Machines and applications of host experiments by themselves, without an experiment. */
public final class HostParts {
  private HostParts() {}

  /**
   * An application and what its kernels run.
   *
   * @param application its phases, repeats counted one by one
   * @param kernels that are given by a workload
   * @param program of one that is given by its calls
   */
  public record LoadedApplication(
      Application application, List<KernelWorkload> kernels, Optional<LoadedProgram> program) {
    /** Keeps its own copy of the list. */
    public LoadedApplication {
      kernels = List.copyOf(kernels);
    }
  }

  /**
   * Loads a machine and checks it.
   *
   * @param file a machine file
   * @throws org.polyphony.input.InvalidInputException with everything that is wrong, a line each
   */
  public static LoadedMachine machine(Path file) {
    ConfigTree own = JsonFile.read(file);
    ConfigSchema.MACHINE.check(own.root()).forEach(own::wrong);
    own.requireValid();
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    ConfigTree experiment = new ConfigTree(JsonFile.display(file), root, Map.of());
    experiment.graft("machine", own);
    LoadedMachine machine = new MachineBinder(experiment).bind();
    experiment.requireValid();
    return machine;
  }

  /**
   * Loads an application and checks it; whether it fits on a machine is not looked at.
   *
   * @param file an application file
   * @throws org.polyphony.input.InvalidInputException with everything that is wrong, a line each
   */
  public static LoadedApplication application(Path file) {
    ApplicationFile application = ApplicationFile.load(file);
    return new LoadedApplication(
        application.application(0, Phase.FOREVER),
        List.copyOf(application.workloads().values()),
        application.program());
  }
}
