package org.polyphony.config;

import java.util.List;
import org.polyphony.input.InvalidInputException;
import org.polyphony.input.NearestName;
import org.polyphony.input.Violation;

/**
 * What a launch of a host application's kernel runs, and where that was written.
 *
 * @param config the workload
 * @param origin file and line
 * @param path in that file
 */
public record KernelWorkload(WorkloadConfig config, String origin, String path) {
  /**
   * Makes the error for a workload name that nothing is bundled under.
   *
   * @param bundled the names that exist
   */
  public InvalidInputException unknown(List<String> bundled) {
    String name = config.reference();
    String allowed = NearestName.oneOf(name, bundled) + ", or an object with trace or model";
    return new Violation(path, '"' + name + '"', allowed).errorAt(origin);
  }
}
