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
import java.util.stream.IntStream;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.RequestDefaults;
import org.polyphony.host.app.TaskNeed;
import org.polyphony.host.mgb.GpuTask;
import org.polyphony.host.mgb.InstrumentedProgram;
import org.polyphony.input.InvalidInputException;

/** A host application as a file states it, checked. */
public final class ApplicationFile {
  private final ConfigTree tree;
  private final Map<String, KernelWorkload> workloads = new LinkedHashMap<>(); // by kernel
  private final Set<String> timedKernels = new LinkedHashSet<>();
  private final Optional<LoadedProgram> program;

  private ApplicationFile(ConfigTree tree, Path folder, Optional<LoadedProgram> program) {
    this.tree = tree;
    this.program = program;
    WorkloadBinder binder = new WorkloadBinder(tree, folder);
    addKernels(binder, "phases", "phases", "kernel");
    addKernels(binder, "calls", "calls", "launch");
  }

  /** Adds the kernels of a list of phases or calls, and of those in them. */
  private void addKernels(WorkloadBinder binder, String path, String list, String kernel) {
    for (int i = 0; i < tree.at(path).size(); i++) {
      String at = JsonPath.index(path, i);
      JsonNode phase = tree.at(at);
      if (phase.has("workload")) {
        String workload = at + ".workload";
        workloads.put(
            phase.get(kernel).asText(),
            new KernelWorkload(binder.bind(workload), tree.origin(workload), workload));
      } else if (phase.has(kernel)) {
        timedKernels.add(phase.get(kernel).asText());
      }
      addKernels(binder, JsonPath.key(at, list), list, kernel);
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
    return load(BundledFiles.APPLICATIONS.file(user, path, folder));
  }

  /**
   * Loads an application and checks it; whether it fits on a machine is not looked at.
   *
   * @throws InvalidInputException with everything that is wrong, a line each
   */
  public static ApplicationFile load(Path file) {
    ConfigTree tree = JsonFile.read(file);
    ConfigSchema.APPLICATION.check(tree.root()).forEach(tree::wrong);
    if (tree.isValid() && tree.root().has("phases") == tree.root().has("calls")) {
      String found = tree.root().has("phases") ? "phases and calls" : "neither";
      tree.wrong("", found, "one of phases and calls");
    }
    Optional<LoadedProgram> program = Optional.empty();
    if (tree.isValid() && tree.root().has("calls")) {
      program = CallList.read(tree);
    } else if (tree.isValid()) {
      new PhaseCheck(tree).check(tree.at("phases"), "phases");
    }
    tree.requireValid();
    Path own = file.toAbsolutePath().normalize().getParent();
    ApplicationFile application = new ApplicationFile(tree, own, program);
    tree.requireValid();
    return application;
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
    checkFits(machine, "phases");
    program.ifPresent(p -> checkTasks(machine.maxMemoryBytes(), p));
    tree.requireValid();
  }

  private void checkFits(HostMachine machine, String phases) {
    int devices = machine.minDevices();
    for (int i = 0; i < tree.at(phases).size(); i++) {
      String path = JsonPath.index(phases, i);
      int device = tree.at(path).path("device").asInt(0);
      if (device >= devices) {
        tree.wrong(path + ".device", "device " + device, "a device from 0 to " + (devices - 1));
      } else {
        for (String key : List.of("reserve", "allocate")) {
          checkFits(machine, path, key);
        }
      }
      checkFits(machine, path + ".phases");
    }
  }

  private void checkTasks(long most, LoadedProgram loaded) {
    Set<String> places = new HashSet<>(); // tasks of a repeat are told of once
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

  private void checkFits(HostMachine machine, String path, String key) {
    JsonNode phase = tree.at(path);
    boolean isNamed = phase.has("device");
    long most =
        isNamed ? mostOfDevice(machine, phase.path("device").asInt()) : machine.maxMemoryBytes();
    if (phase.path(key).asLong() > most) {
      tree.wrong(
          JsonPath.key(path, key),
          "a request for " + phase.path(key).asLong() + " bytes",
          "at most the %d bytes of %s"
              .formatted(most, isNamed ? "that device" : "the largest device"));
    }
  }

  /** Makes the application, which waits for memory for as long as it takes. */
  public Application application() {
    return application(0, Phase.FOREVER);
  }

  /**
   * Makes the application.
   *
   * @param priority of requests that do not state one
   * @param timeoutNanos of requests that do not state one
   */
  Application application(int priority, long timeoutNanos) {
    try {
      if (program.isPresent()) {
        return InstrumentedProgram.application(
            program.get().program(), new RequestDefaults(priority, timeoutNanos));
      }
      return Application.of(
          tree.at("name").asText(), phases(tree.at("phases"), priority, timeoutNanos));
    } catch (IllegalArgumentException e) {
      throw tree.invalid(
          program.isPresent() ? "calls" : "phases",
          e.getMessage(),
          Application.MAX_PHASES + " at most, none freed twice");
    }
  }

  private static List<Phase> phases(JsonNode nodes, int priority, long timeoutNanos) {
    List<Phase> phases = new ArrayList<>();
    nodes.forEach(node -> phases.add(phase(node, priority, timeoutNanos)));
    return phases;
  }

  private static Phase phase(JsonNode node, int priority, long timeoutNanos) {
    if (node.has("cpu")) {
      return new Phase.Cpu(Seconds.nanos(node.get("cpu")));
    } else if (node.has("reserve")) {
      return reserve(node, priority, timeoutNanos);
    } else if (node.has("allocate")) {
      return new Phase.Allocate(node.get("allocate").asLong());
    } else if (node.has("copy")) {
      boolean toDevice = node.path("direction").asText("to-device").equals("to-device");
      return new Phase.Copy(node.get("copy").asLong(), toDevice);
    } else if (node.has("kernel")) {
      return launch(node);
    } else if (node.has("free")) {
      long bytes = node.get("free").isTextual() ? Phase.ALL : node.get("free").asLong();
      return new Phase.Free(bytes, bytes);
    }
    return new Phase.Repeat(
        node.get("repeat").asInt(), phases(node.path("phases"), priority, timeoutNanos));
  }

  private static Phase reserve(JsonNode node, int priority, long timeoutNanos) {
    TaskNeed need =
        new TaskNeed(
            node.get("reserve").asLong(),
            node.path("threadBlocks").asInt(0),
            node.path("warpsPerThreadBlock").asInt(0),
            node.path("device").asInt(TaskNeed.ANY),
            node.path("priority").asInt(priority));
    return new Phase.Reserve(
        need,
        Seconds.nanos(node.path("timeoutSeconds"), timeoutNanos),
        Seconds.nanos(node.path("retrySeconds")));
  }

  private static Phase launch(JsonNode node) {
    HostKernel kernel = ElementKinds.kernel(node, "kernel");
    return new Phase.Launch(
        kernel, node.path("launches").asInt(1), Seconds.nanos(node.path("thinkSeconds")));
  }
}
