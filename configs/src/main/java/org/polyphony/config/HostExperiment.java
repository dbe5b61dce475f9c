package org.polyphony.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.Job;
import org.polyphony.host.broker.ImplicitMemory;

/**
 * A host experiment, complete: nothing is left to a default.
 *
 * @param name how results call it
 * @param machine what jobs run on
 * @param jobs what runs; empty with a job stream
 * @param kernels workload of each kernel that is given by one, by its name; such kernels have no
 *     time yet
 * @param programs of jobs that are given by their calls, by the name of the application
 * @param jobStream a CSV file of jobs
 * @param schedulers each makes a run
 * @param windowNanos over which utilisation is averaged
 * @param file the experiment as a file that runs it again, from any folder
 * @param configHash the first 16 hexadecimal digits of the SHA-256 of the experiment in canonical
 *     form, with its machine and applications, without names; a job stream counts by its path
 */
public record HostExperiment(
    String name,
    LoadedMachine machine,
    List<Job> jobs,
    Map<String, KernelWorkload> kernels,
    Map<String, LoadedProgram> programs,
    Optional<Path> jobStream,
    List<SchedulerConfig> schedulers,
    long windowNanos,
    ObjectNode file,
    String configHash) {
  public HostExperiment {
    jobs = List.copyOf(jobs);
    kernels = Collections.unmodifiableMap(new TreeMap<>(kernels));
    programs = Collections.unmodifiableMap(new TreeMap<>(programs));
    schedulers = List.copyOf(schedulers);
  }

  /** Returns warnings of values that are allowed but are probably mistakes, a sentence each. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    for (SchedulerConfig scheduler : schedulers) {
      if (scheduler.broker().isPresent() && !scheduler.implicit().isOn()) {
        jobs.stream()
            .map(Job::application)
            .filter(ImplicitMemory::concerns)
            .map(Application::name)
            .distinct()
            .forEach(
                name ->
                    warnings.add(
                        "%s does not manage the memory of %s, which allocates without reserving"
                            .formatted(scheduler.id(), name)));
      }
    }
    return warnings;
  }
}
