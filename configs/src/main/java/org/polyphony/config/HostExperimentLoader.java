package org.polyphony.config;

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
import org.polyphony.config.HostConfig.JobConfig;
import org.polyphony.config.LoadedMachine.Sharing;
import org.polyphony.host.HostMachine;
import org.polyphony.host.JobLimit;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Job;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.Key;
import org.polyphony.input.Violation;

/** Loads host experiments. */
public final class HostExperimentLoader {
  private static final ObjectMapper MAPPER = new ObjectMapper();

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
    return ofTree(tree, name, JsonFile.folder(tree, file), Setting.all(sets));
  }

  /** Makes a host experiment of a part of a file; the tree is changed. */
  static HostExperiment ofTree(ConfigTree tree, String name, Path folder, List<Setting> settings) {
    settings.forEach(setting -> setting.apply(tree, folder));
    return new HostExperimentLoader(tree, folder).load(name);
  }

  private HostExperiment load(String defaultName) {
    expandMachine(tree, folder);
    HostConfig config = tree.bind(HostConfig.class);
    LoadedMachine machine = config.machine().load(tree, "machine");
    tree.requireValid();
    requireJobsInHeap(config);
    List<Job> jobs = config.jobs() == null ? List.of() : jobs(config, machine.machine());
    checkKernels(machine);
    checkScale(config);
    List<SchedulerConfig> schedulers = schedulers(config, machine.machine());
    tree.requireValid();
    return new HostExperiment(
        config.name() == null ? defaultName : config.name(),
        machine,
        jobs,
        workloads,
        programs,
        Optional.ofNullable(config.jobStream()).map(folder::resolve),
        schedulers,
        Seconds.nanos(config.windowSeconds()),
        JsonFile.movable(tree.root(), defaultName, folder),
        hash());
  }

  /**
   * Replaces the machine of a host experiment, a name or a path, by the machine itself; leaves one
   * alone that is there already.
   *
   * @param base where a relative path starts
   * @throws InvalidInputException when there is no such machine
   */
  static void expandMachine(ConfigTree experiment, Path base) {
    if (experiment.at("machine").isTextual()) {
      Path file = FileKind.MACHINE.file(experiment, "machine", base);
      experiment.graft("machine", JsonFile.read(file));
    }
  }

  private void requireJobsInHeap(HostConfig config) {
    JobLimit limit = new JobLimit(config.schedulers().size());
    long jobs =
        config.jobs() == null ? 0 : config.jobs().stream().mapToLong(JobConfig::count).sum();
    if (jobs > limit.jobs()) {
      tree.wrong("jobs", jobs + " jobs", limit.allowed());
      tree.requireValid();
    }
  }

  private String hash() {
    ObjectNode identity = JsonFile.withoutPlace(tree.root());
    identity.set("applications", applications);
    return CanonicalJson.hash(CanonicalJson.write(identity));
  }

  private List<SchedulerConfig> schedulers(HostConfig config, HostMachine machine) {
    List<SchedulerConfig> schedulers = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (SchedulerKeys keys : config.schedulers()) {
      if (machine.nodes() > 1 && SchedulerConfig.MGB.contains(keys.name())) {
        String path = JsonPath.index("schedulers", schedulers.size());
        tree.wrong(path, '"' + keys.name() + '"', "only on a machine with one node");
      }
      String id = keys.usualId();
      for (int n = 2; !ids.add(id); n++) {
        id = keys.usualId() + "-" + n;
      }
      schedulers.add(keys.on(machine, id));
    }
    return schedulers;
  }

  private List<Job> jobs(HostConfig config, HostMachine machine) {
    boolean byPeak =
        config.schedulers().stream()
            .map(SchedulerKeys::name)
            .anyMatch(SchedulerConfig.BY_PEAK::contains);
    List<Job> jobs = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    Map<String, ApplicationFile> files = new HashMap<>(); // by name or path
    for (int i = 0; i < config.jobs().size(); i++) {
      JobConfig job = config.jobs().get(i);
      String path = JsonPath.index("jobs", i);
      ApplicationFile file =
          files.computeIfAbsent(
              job.application(), name -> ApplicationFile.load(tree, path + ".application", folder));
      applications.add(file.root());
      addKernels(file, path + ".application");
      file.checkFits(machine);
      Application application = file.application(job.requests(), config.scale());
      file.program().ifPresent(program -> programs.put(application.name(), program));
      if (byPeak) {
        checkPeak(application, path + ".application", machine);
      }
      new Violation.Checks()
          .between(1, machine.maxCores(), "cores", job.cores())
          .require(
              job.lastArrivalSeconds() <= Key.LONGEST_SECONDS,
              "intervalSeconds",
              job.intervalSeconds(),
              "a last arrival at " + Key.LONGEST_SECONDS + " s or earlier")
          .nested("fault", job.fault().violations(application.phases()))
          .violations()
          .forEach(wrong -> tree.wrong(wrong.under(path)));
      for (int n = 0; n < job.count(); n++) {
        jobs.add(job.job(n, unique(job, application, n, ids, path), application));
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

  private void checkScale(HostConfig config) {
    boolean hasPhases = config.jobs() != null && programs.isEmpty() && workloads.isEmpty();
    if (!hasPhases && !config.scale().equals(ScaleConfig.NONE)) {
      tree.wrong("scale", "it", "applications of phases with times");
    }
  }

  /** An id that the file gives twice is an error; one of an application counts on. */
  private String unique(
      JobConfig job, Application application, int n, Set<String> ids, String path) {
    if (job.id() != null) {
      String full = job.count() == 1 ? job.id() : job.id() + "-" + (n + 1);
      if (!ids.add(full)) {
        tree.wrong(path + ".id", "\"" + full + "\" twice", "each id once");
      }
      return full;
    }
    String name = application.name();
    int number = lastNumber.merge(name, 1, Integer::sum);
    while (!ids.add(name + "-" + number)) { // a file has given it
      number = lastNumber.merge(name, 1, Integer::sum);
    }
    return name + "-" + number;
  }

  /** Without a broker a job is placed by its peak, which must then fit on a device. */
  private void checkPeak(Application application, String path, HostMachine machine) {
    if (application.peakMemoryBytes() > machine.maxMemoryBytes()) {
      tree.wrong(
          path,
          "a peak of " + application.peakMemoryBytes() + " bytes",
          "at most the %d bytes of the largest device, with packed or shares"
              .formatted(machine.maxMemoryBytes()));
    }
  }
}
