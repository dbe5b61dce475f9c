package org.polyphony.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.polyphony.config.LoadedMachine.Sharing;
import org.polyphony.host.HostMachine;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Fault;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.host.app.RequestDefaults;
import org.polyphony.input.InvalidInputException;

/** Loads host experiments. */
public final class HostExperimentLoader {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int THOUSANDTHS = 1000;

  private final ConfigTree tree;
  private final Path folder;
  private final ArrayNode applications = MAPPER.createArrayNode(); // for the hash
  private final Map<String, KernelWorkload> workloads = new LinkedHashMap<>(); // by kernel
  private final Map<String, String> timed = new LinkedHashMap<>(); // path, by kernel with seconds
  private final Map<String, LoadedProgram> programs = new HashMap<>(); // by application
  private final Map<String, Integer> lastNumber = new HashMap<>(); // by application

  private HostExperimentLoader(ConfigTree tree, Path folder) {
    this.tree = tree;
    this.folder = folder;
  }

  /**
   * Loads a host experiment, changes it, and checks it.
   *
   * @param file the experiment; relative paths in it start from its folder
   * @param sets overrides as {@code path=value}, applied in order; a value that is not JSON is a
   *     string
   * @throws InvalidInputException with everything that is wrong, a line each
   */
  public static HostExperiment load(Path file, List<String> sets) {
    String name = String.valueOf(file.getFileName()).replaceFirst("\\.json$", "");
    ConfigTree tree = JsonFile.read(file);
    return ofTree(tree, name, JsonFile.folder(tree, file), sets);
  }

  /** Makes a host experiment of a part of a file; the tree is changed. */
  static HostExperiment ofTree(ConfigTree tree, String name, Path folder, List<String> sets) {
    sets.forEach(set -> Overrides.apply(tree, set, folder));
    return new HostExperimentLoader(tree, folder).load(name);
  }

  private HostExperiment load(String defaultName) {
    BundledFiles.expandMachine(tree, folder);
    ConfigSchema.HOST.check(tree.root()).forEach(tree::wrong);
    tree.requireValid();
    if (tree.root().has("jobs") == tree.root().has("jobStream")) {
      String found = tree.root().has("jobs") ? "both jobs and jobStream" : "neither";
      tree.wrong("", found, "one of jobs and jobStream");
    }
    tree.requireValid();
    LoadedMachine machine = new MachineBinder(tree).bind();
    tree.requireValid();
    List<Job> jobs = jobs(machine.machine());
    checkKernels(machine);
    List<SchedulerConfig> schedulers = schedulers(machine.machine());
    tree.requireValid();
    return new HostExperiment(
        tree.root().path("name").asText(defaultName),
        machine,
        jobs,
        workloads,
        programs,
        Optional.of(tree.root().path("jobStream").asText())
            .filter(p -> !p.isEmpty())
            .map(folder::resolve),
        schedulers,
        Seconds.nanos(tree.at("windowSeconds"), 1_000_000_000),
        JsonFile.movable(tree.root(), defaultName, folder),
        hash());
  }

  private String hash() {
    ObjectNode identity = JsonFile.withoutPlace(tree.root());
    identity.set("applications", applications);
    return CanonicalJson.hash(CanonicalJson.write(identity));
  }

  private List<SchedulerConfig> schedulers(HostMachine machine) {
    SchedulerBinder binder = new SchedulerBinder(tree, machine);
    List<SchedulerConfig> schedulers = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < tree.at("schedulers").size(); i++) {
      SchedulerConfig scheduler = binder.bind(i);
      String id = scheduler.id();
      for (int n = 2; !ids.add(id); n++) {
        id = scheduler.id() + "-" + n;
      }
      schedulers.add(scheduler.named(id));
    }
    return schedulers;
  }

  private List<Job> jobs(HostMachine machine) {
    List<Job> jobs = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < tree.at("jobs").size(); i++) {
      String path = JsonPath.index("jobs", i);
      JsonNode node = tree.at(path);
      ApplicationFile file = ApplicationFile.load(tree, path + ".application", folder);
      applications.add(file.root());
      addKernels(file, path + ".application");
      file.checkFits(machine);
      long timeout = Seconds.nanos(node.path("timeoutSeconds"), Phase.FOREVER);
      Application application = file.application(node.path("priority").asInt(0), timeout);
      file.program().ifPresent(program -> programs.put(application.name(), program));
      checkPeak(application, path + ".application", machine);
      checkFault(node.path("fault"), application, path + ".fault");
      int count = node.path("count").asInt(1);
      String id = node.path("id").asText(application.name());
      for (int n = 0; n < count; n++) {
        jobs.add(job(node, n, unique(id, n, count, node.has("id"), ids, path), application));
      }
      if (node.path("cores").asInt(1) > machine.maxCores()) {
        tree.wrong(path + ".cores", node.get("cores").asText(), "1 to " + machine.maxCores());
      }
    }
    jobs.sort(Comparator.comparingLong(Job::arrivalNanos)); // stable
    return jobs;
  }

  /** Adds the kernels of an application, which is named at a path. */
  private void addKernels(ApplicationFile application, String path) {
    application.timedKernels().forEach(kernel -> timed.putIfAbsent(kernel, path));
    application
        .workloads()
        .forEach(
            (kernel, workload) -> {
              KernelWorkload first = workloads.putIfAbsent(kernel, workload);
              if (first != null && !first.config().equals(workload.config())) {
                tree.wrong(
                    path,
                    "kernel \"" + kernel + "\" with a different workload than before",
                    "one workload per kernel name");
              }
            });
  }

  /** Checks that the devices can run the kernels. */
  private void checkKernels(LoadedMachine machine) {
    boolean isPartitioned =
        machine.devices().stream().anyMatch(device -> device.sharing() == Sharing.PARTITIONED);
    if (isPartitioned) {
      timed.forEach(
          (kernel, path) ->
              tree.wrong(
                  path,
                  "kernel \"" + kernel + "\" with seconds",
                  "kernels with workload, on a partitioned device"));
      if (tree.root().has("jobStream")) {
        tree.wrong("jobStream", "it", "jobs, on a partitioned device");
      }
    }
    long gpus = machine.devices().stream().map(LoadedMachine.Device::gpu).distinct().count();
    if (gpus > 1 && !workloads.isEmpty()) {
      tree.wrong("machine.gpus", gpus + " kinds of GPU", "one kind, for kernels with workload");
    }
  }

  /** An id that the file gives twice is an error; one of an application counts on. */
  private String unique(String id, int n, int count, boolean given, Set<String> ids, String path) {
    if (given) {
      String full = count == 1 ? id : id + "-" + (n + 1);
      if (!ids.add(full)) {
        tree.wrong(path + ".id", "\"" + full + "\" twice", "each id once");
      }
      return full;
    }
    int number = lastNumber.merge(id, 1, Integer::sum);
    while (!ids.add(id + "-" + number)) { // a file has given it
      number = lastNumber.merge(id, 1, Integer::sum);
    }
    return id + "-" + number;
  }

  /** Without a broker a job is placed by its peak, which must then fit on a device. */
  private void checkPeak(Application application, String path, HostMachine machine) {
    if (placesByPeak() && application.peakMemoryBytes() > machine.maxMemoryBytes()) {
      tree.wrong(
          path,
          "a peak of " + application.peakMemoryBytes() + " bytes",
          "at most the %d bytes of the largest device, with packed or shares"
              .formatted(machine.maxMemoryBytes()));
    }
  }

  private boolean placesByPeak() {
    return tree.at("schedulers")
        .valueStream()
        .map(SchedulerBinder::name)
        .anyMatch(SchedulerConfig.BY_PEAK::contains);
  }

  private void checkFault(JsonNode fault, Application application, String path) {
    List<Phase> phases = application.phases();
    int at = fault.path("atPhase").asInt(Fault.NOWHERE);
    if (at >= phases.size()) {
      tree.wrong(
          path + ".atPhase", Integer.toString(at), "a phase from 0 to " + (phases.size() - 1));
    } else if (fault.path("inCriticalSection").asBoolean()
        && (at == Fault.NOWHERE
            || !(phases.get(at) instanceof Phase.Reserve
                || phases.get(at) instanceof Phase.Free))) {
      tree.wrong(path + ".inCriticalSection", "true", "only with atPhase, a reserve or free");
    }
  }

  /** Makes the job of a number, from 0, of those that an element of the list stands for. */
  private static Job job(JsonNode node, int number, String id, Application application) {
    JsonNode fault = node.path("fault");
    long sinceFirst = number * Seconds.nanos(node.path("intervalSeconds"));
    return new Job(
        id,
        application,
        Seconds.nanos(node.path("arrivalSeconds")) + sinceFirst,
        node.path("cores").asInt(1),
        (int) Math.round(node.path("gpuShare").asDouble(1) * THOUSANDTHS),
        new Fault(
            Seconds.nanos(fault.path("atSeconds"), Fault.NEVER),
            fault.path("atPhase").asInt(Fault.NOWHERE),
            fault.path("inCriticalSection").asBoolean(false)),
        new RequestDefaults(
            node.path("priority").asInt(0),
            Seconds.nanos(node.path("timeoutSeconds"), Phase.FOREVER)));
  }
}
