package org.polyphony.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.polyphony.config.KernelWorkload;
import org.polyphony.config.LoadedExperiment;
import org.polyphony.config.WorkloadConfig;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.Sha256;
import org.polyphony.input.Violation;
import org.polyphony.results.run.Experiment;
import org.polyphony.results.store.CacheFolder;
import org.polyphony.results.store.OutputFolder;
import org.polyphony.workload.kernel.BundledModels;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;
import org.polyphony.workload.trace.BundledTraces;
import org.polyphony.workload.trace.TraceOptions;
import org.polyphony.workload.trace.TraceWorkload;

/** Opens what an experiment runs: bundled benchmarks and samples, traces, kernel models. */
public final class WorkloadLibrary {
  private volatile TraceOptions options;
  private final Map<WorkloadConfig, String> digests = new ConcurrentHashMap<>();

  /**
   * Makes a library.
   *
   * @param options of the traces
   */
  public WorkloadLibrary(TraceOptions options) {
    this.options = options;
  }

  /**
   * An opened workload.
   *
   * @param workload what runs
   * @param input what it is
   */
  public record Opened(Workload workload, Experiment.Input input) {}

  public static List<String> names() {
    List<String> names = new ArrayList<>(BundledModels.all());
    names.addAll(BundledTraces.names());
    return names;
  }

  /**
   * Opens a bundled benchmark or sample at its full size.
   *
   * @param name one of {@link #names}
   */
  public Opened bundled(String name) {
    return bundled(name, name, ModelOptions.DEFAULT);
  }

  /**
   * Opens one workload of an experiment.
   *
   * @param index of the workload in it
   * @throws org.polyphony.input.InvalidInputException when it does not exist or is malformed
   */
  public Opened open(LoadedExperiment experiment, int index) {
    WorkloadConfig config = experiment.config().workloads().get(index);
    experiment.requireBundled(index, names());
    boolean goesOn = experiment.config().roundCycles() > 0 && config.arrivals() == null;
    return goesOn ? startedAgain(open(config)) : open(config);
  }

  /** Returns a program that starts again whenever it ends, for a round of a given time. */
  private static Opened startedAgain(Opened once) {
    return new Opened(new Repeated(once.workload(), mostRepeats(once)), once.input());
  }

  /**
   * Returns the digest of one workload of an experiment; a bundled model is not opened for it, and
   * any other one only once.
   *
   * @param index of the workload in it
   * @throws org.polyphony.input.InvalidInputException when it does not exist or is malformed
   */
  public String digest(LoadedExperiment experiment, int index) {
    WorkloadConfig config = experiment.config().workloads().get(index);
    return digests.computeIfAbsent(config, c -> newDigest(experiment, index));
  }

  private String newDigest(LoadedExperiment experiment, int index) {
    WorkloadConfig config = experiment.config().workloads().get(index);
    boolean isModel =
        config.kind() == WorkloadConfig.Kind.BENCHMARK
            && BundledModels.all().contains(config.reference());
    return isModel
        ? repeated(digest(BundledModels.text(config.reference()), options(config)), config.repeat())
        : open(experiment, index).input().digest();
  }

  /**
   * Opens the workload of a host application's kernel.
   *
   * @param kernel what it is
   * @throws org.polyphony.input.InvalidInputException when it does not exist or is malformed
   */
  public Opened open(KernelWorkload kernel) {
    kernel.requireBundled(names());
    return open(kernel.config());
  }

  private Opened open(WorkloadConfig config) {
    Opened once = openOnce(config);
    if (config.repeat() == 1) {
      return once;
    }
    int most = mostRepeats(once);
    if (config.repeat() > most) {
      throw new Violation("repeat", String.valueOf(config.repeat()), "1 to " + most)
          .errorAt("workload " + config.name());
    }
    return new Opened(
        new Repeated(once.workload(), config.repeat()),
        new Experiment.Input(
            once.input().name(),
            once.input().type(),
            repeated(once.input().digest(), config.repeat())));
  }

  private static int mostRepeats(Opened once) {
    return Integer.MAX_VALUE / Math.max(1, new Repeated(once.workload(), 1).period());
  }

  private static String repeated(String digest, int times) {
    return times == 1 ? digest : Sha256.hex(digest + "\n" + times);
  }

  private Opened openOnce(WorkloadConfig config) {
    ModelOptions size = options(config);
    return switch (config.kind()) {
      case BENCHMARK -> bundled(config.reference(), config.name(), size);
      case TRACE -> trace(config.path(), config.name(), size);
      case MODEL -> model(config.path(), config.name(), size);
    };
  }

  /** The seed of a run perturbs its timing alone: the data of models are always the same. */
  private static ModelOptions options(WorkloadConfig config) {
    return new ModelOptions(
        config.scale(), ModelOptions.DEFAULT.seed(), config.integers(), config.approximate());
  }

  private Opened bundled(String benchmark, String name, ModelOptions size) {
    if (BundledTraces.contains(benchmark)) {
      return trace(BundledTraces.path(benchmark), name, size);
    }
    ModelWorkload workload = ModelWorkload.bundled(benchmark, size);
    return opened(workload, name, BundledModels.text(benchmark), size);
  }

  private static Opened model(Path file, String name, ModelOptions size) {
    return opened(ModelWorkload.load(file, size), name, Sha256.hexOf(file), size);
  }

  private static Opened opened(
      ModelWorkload workload, String name, String content, ModelOptions size) {
    String type = workload.definition().type();
    return new Opened(workload, new Experiment.Input(name, type, digest(content, size)));
  }

  private static String digest(String content, ModelOptions size) {
    String replaced = size.parameters().isEmpty() ? "" : "\n" + new TreeMap<>(size.parameters());
    String identity = content + "\n" + size.scale() + "\n" + size.seed() + replaced;
    return Sha256.hex(identity);
  }

  /** Opens a trace, packed in a folder of this run where the cache cannot be written. */
  private TraceWorkload openTrace(Path path, ModelOptions how) {
    TraceOptions kept = options;
    try {
      return open(path, kept, how);
    } catch (UncheckedIOException e) {
      CacheFolder.warn(kept.cache().getParent(), e);
      options = new TraceOptions(scratchFolder(), kept.approximate(), kept.notices());
      return open(path, options, how);
    }
  }

  private static TraceWorkload open(Path path, TraceOptions options, ModelOptions how) {
    boolean approximate = options.approximate() || how.approximate();
    return TraceWorkload.open(path, options.approximating(approximate));
  }

  /** Makes a folder of this process alone, which is removed when the process ends. */
  private static Path scratchFolder() {
    try {
      Path folder = Files.createTempDirectory("polyphony-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create a temporary folder: " + e.getMessage(), e);
    }
  }

  private static void remove(Path folder) {
    try {
      OutputFolder.remove(folder);
    } catch (UncheckedIOException e) {
      // What is left is litter where the system clears up.
    }
  }

  private Opened trace(Path path, String name, ModelOptions how) {
    if (!how.parameters().isEmpty()) {
      throw new Violation("parameters", "values for a trace", "those of a kernel model")
          .errorAt("workload " + name);
    }
    TraceWorkload workload = openTrace(path, how);
    String digest =
        Sha256.hexOf(TraceWorkload.isList(path) ? path.toAbsolutePath().getParent() : path);
    return new Opened(workload, new Experiment.Input(name, "", digest));
  }

  /**
   * A workload whose host program runs several times, once after another. An empty copy, which
   * waits for all streams, separates the rounds of a program with several streams.
   *
   * @param once what is repeated
   * @param times at least 1
   */
  private record Repeated(Workload once, int times) implements Workload {
    @Override
    public String name() {
      return once.name();
    }

    @Override
    public int steps() {
      return Math.multiplyExact(times, period());
    }

    @Override
    public int period() {
      return once.streams() == 1 ? once.steps() : once.steps() + 1;
    }

    @Override
    public int streams() {
      return once.streams();
    }

    @Override
    public Step step(int index) {
      int step = index % period();
      return step < once.steps() ? once.step(step) : new HostCopy(0, 0);
    }
  }
}
