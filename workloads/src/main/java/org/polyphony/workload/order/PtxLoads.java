package org.polyphony.workload.order;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Prints how the loads of PTX files stand to their first uses, kernel by kernel, as CSV. */
public final class PtxLoads {
  private PtxLoads() {}

  /**
   * Measures files.
   *
   * @param files with the extension {@code .ptx}
   * @throws IOException one cannot be read
   */
  public static void main(String[] files) throws IOException {
    StringBuilder lines = new StringBuilder("file,kernel,instructions,loads,distance,inFlight\n");
    for (String file : files) {
      for (PtxKernel kernel : PtxKernel.read(Files.readString(Path.of(file)))) {
        lines.append(Path.of(file).getFileName()).append(',').append(kernel.name());
        lines.append(',').append(csv(kernel.loads())).append('\n');
      }
    }
    System.out.print(lines);
  }

  /** Returns instructions, loads, mean distance and loads in flight. */
  static String csv(LoadUse use) {
    return String.format(
        Locale.ROOT,
        "%d,%d,%.2f,%d",
        use.instructions(),
        use.loads(),
        use.meanDistance(),
        use.mostInFlight());
  }
}
