package org.polyphony.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import org.polyphony.config.ExperimentConfig;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.input.Sha256;
import org.polyphony.results.run.Experiment;
import org.polyphony.workload.trace.TraceWorkload;

/** Identifies the build of the program. */
public final class Build {
  private static final String ALL = "org/polyphony";
  private static final String RUNS = "org/polyphony/run"; // without reports on runs

  /** Computed on first use. */
  private static final class Id {
    static final String OF_THIS =
        digest(GpuConfig.class, ALL)
            + digest(TraceWorkload.class, ALL)
            + digest(ExperimentConfig.class, ALL)
            + digest(Experiment.class, ALL)
            + digest(Build.class, RUNS);
  }

  private Build() {}

  /**
   * Returns a digest of the code that determines results: the classes of the device, the workloads,
   * the configs, the metrics and the runs. The same build has the same digest on every machine.
   *
   * @return 64 hexadecimal digits per module
   */
  public static String id() {
    return Id.OF_THIS;
  }

  private static String digest(Class<?> type, String folder) {
    Path location = locationOf(type);
    if (Files.isDirectory(location)) {
      return Sha256.hexOf(location.resolve(folder));
    }
    try (FileSystem jar = FileSystems.newFileSystem(location)) {
      return Sha256.hexOf(jar.getPath(folder));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path locationOf(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(source.getLocation().toString(), e);
    }
  }
}
