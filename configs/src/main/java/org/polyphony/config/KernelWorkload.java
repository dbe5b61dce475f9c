package org.polyphony.config;

import java.util.List;

/**
 * What a launch of a host application's kernel runs, and where that was written.
 *
 * @param config the workload
 * @param origin file and line
 * @param path in that file
 */
public record KernelWorkload(WorkloadConfig config, String origin, String path) {
  /** Requires that a workload that is named is bundled. */
  public void requireBundled(List<String> bundled) {
    config
        .unknown(bundled)
        .ifPresent(
            wrong -> {
              throw wrong.under(path).errorAt(origin);
            });
  }
}
