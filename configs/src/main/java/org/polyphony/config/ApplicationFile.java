package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.polyphony.config.ApplicationConfig.CallConfig;
import org.polyphony.config.ApplicationConfig.PhaseConfig;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.RequestDefaults;
import org.polyphony.host.mgb.GpuTask;
import org.polyphony.host.mgb.InstrumentedProgram;
import org.polyphony.input.InvalidInputException;

/** A host application as a file states it, checked. */
public final class ApplicationFile {
  private final ConfigTree tree;
  private final ApplicationConfig config;
  private final Optional<LoadedProgram> program;
  private final Map<String, KernelWorkload> workloads = new LinkedHashMap<>(); // by kernel
  private final Set<String> timedKernels = new LinkedHashSet<>();

  private ApplicationFile(ConfigTree tree, Path folder) {
    this.tree = tree;
    this.config = tree.bind(ApplicationConfig.class);
    if (config.calls().isEmpty()) {
      new PhaseCheck(tree).check(config.phases(), "phases");
      this.program = Optional.empty();
    } else {
      this.program = CallList.read(tree, config);
    }
    tree.requireValid();
    WorkloadBinder binder = new WorkloadBinder(tree, folder);
    for (Placed<PhaseConfig> phase : phases()) {
      addKernel(binder, phase.of().kernel(), phase.of().workload() != null, phase.path());
    }
    for (Placed<CallConfig> call : Placed.all("calls", config.calls(), CallConfig::calls)) {
      addKernel(binder, call.of().launch(), call.of().workload() != null, call.path());
    }
    tree.requireValid();
  }

  /** A phase or a call, and where it is. */
  private record Placed<T>(T of, String path) {
    /** Returns those of a list and of the lists below. */
    static <T> List<Placed<T>> all(String path, List<T> list, Function<T, List<T>> below) {
      List<Placed<T>> all = new ArrayList<>();
      String key = path.substring(path.lastIndexOf('.') + 1);
      for (int i = 0; i < list.size(); i++) {
        String at = JsonPath.index(path, i);
        all.add(new Placed<>(list.get(i), at));
        all.addAll(all(JsonPath.key(at, key), below.apply(list.get(i)), below));
      }
      return all;
    }
  }

  private List<Placed<PhaseConfig>> phases() {
    return Placed.all("phases", config.phases(), PhaseConfig::phases);
  }

  private void addKernel(WorkloadBinder binder, String kernel, boolean hasWorkload, String path) {
    if (hasWorkload) {
      String at = path + ".workload";
      workloads.put(kernel, new KernelWorkload(binder.bind(at), tree.origin(at), at));
    } else if (kernel != null) {
      timedKernels.add(kernel);
    }
  }

  /**
   * Loads an application.
   *
   * @param user what names it
   * @param path where in it: a bundled name, or a path that ends in .json
   * @param folder where a relative path starts
   * @throws InvalidInputException with everything that is wrong, a line each
   */
  static ApplicationFile load(ConfigTree user, String path, Path folder) {
    return load(FileKind.APPLICATION.file(user, path, folder));
  }

  /**
   * Loads an application and checks it; whether it fits on a machine is not looked at.
   *
   * @throws InvalidInputException with everything that is wrong, a line each
   */
  public static ApplicationFile load(Path file) {
    return new ApplicationFile(JsonFile.read(file), file.toAbsolutePath().normalize().getParent());
  }

  /** Returns what kernels run that are given by a workload, by their names. */
  public Map<String, KernelWorkload> workloads() {
    return workloads;
  }

  Set<String> timedKernels() {
    return timedKernels;
  }

  /** Returns the program of an application that is given by its calls. */
  public Optional<LoadedProgram> program() {
    return program;
  }

  JsonNode root() {
    return tree.root();
  }

  /**
   * Checks that a machine has the devices that it names, and a device for each of its requests.
   *
   * @throws InvalidInputException with every request that is wrong, a line each
   */
  void checkFits(HostMachine machine) {
    int devices = machine.minDevices();
    for (Placed<PhaseConfig> placed : phases()) {
      PhaseConfig phase = placed.of();
      if (phase.device() != null && phase.device() >= devices) {
        String allowed = "a device from 0 to " + (devices - 1);
        tree.wrong(placed.path() + ".device", "device " + phase.device(), allowed);
      } else {
        checkFits(machine, phase.device(), phase.reserve(), placed.path() + ".reserve");
        checkFits(machine, null, phase.allocate(), placed.path() + ".allocate");
      }
    }
    program.ifPresent(p -> checkTasks(machine.maxMemoryBytes(), p));
    tree.requireValid();
  }

  private void checkFits(HostMachine machine, Integer device, Long bytes, String path) {
    long most = device == null ? machine.maxMemoryBytes() : mostOfDevice(machine, device);
    if (bytes != null && bytes > most) {
      String of = device == null ? "the largest device" : "that device";
      String allowed = "at most the " + most + " bytes of " + of;
      tree.wrong(path, "a request for " + bytes + " bytes", allowed);
    }
  }

  private void checkTasks(long most, LoadedProgram loaded) {
    Set<String> places = new HashSet<>(); // tasks of a repeat are reported once
    for (GpuTask task : loaded.tasks()) {
      String place = loaded.places().get(task.first());
      if (task.memoryBytes() > most && places.add(place)) {
        tree.wrong(
            place,
            "a GPU task of " + task.memoryBytes() + " bytes",
            "at most the " + most + " bytes of the largest device");
      }
    }
  }

  /** Returns the memory of the largest of the nodes' devices with a number. */
  private static long mostOfDevice(HostMachine machine, int device) {
    return IntStream.range(0, machine.nodes())
        .mapToLong(node -> machine.gpus(node).get(device).memoryBytes())
        .max()
        .orElse(0);
  }

  /** Makes the application, which waits for memory for as long as it takes. */
  public Application application() {
    return application(RequestDefaults.NO_TIMEOUT, ScaleConfig.NONE);
  }

  /**
   * Makes the application.
   *
   * @param requests of requests that do not state it
   * @param scale of its phases
   */
  Application application(RequestDefaults requests, ScaleConfig scale) {
    try {
      if (program.isPresent()) {
        return InstrumentedProgram.application(program.get().program(), requests);
      }
      List<Phase> phases =
          config.phases().stream().map(each -> each.phase(requests, scale, 1)).toList();
      return Application.of(config.name(), phases);
    } catch (IllegalArgumentException e) {
      throw tree.invalid(
          program.isPresent() ? "calls" : "phases",
          e.getMessage(),
          Application.MAX_PHASES + " at most, none freed twice");
    }
  }
}
