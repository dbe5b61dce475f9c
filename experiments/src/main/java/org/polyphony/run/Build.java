package org.polyphony.run;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.store.Sha256;
import org.polyphony.workload.trace.TraceWorkload;

/** Tells one build of the program from another. */
public final class Build {
  private static final List<Class<?>> OF_EACH_MODULE =
      List.of(GpuConfig.class, TraceWorkload.class, Build.class);

  private Build() {}

  /**
   * Returns a digest of the code that determines results: the classes of the device, the workloads
   * and the runs. Equal for equal builds on every machine.
   *
   * @return 64 hexadecimal digits for each module
   */
  public static String id() {
    StringBuilder id = new StringBuilder();
    OF_EACH_MODULE.forEach(type -> id.append(Sha256.hexOf(locationOf(type))));
    return id.toString();
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
