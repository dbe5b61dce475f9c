package org.polyphony.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.polyphony.gpu.Processors;
import org.polyphony.results.store.CacheFolder;
import org.polyphony.results.store.RunStore;
import org.polyphony.run.Build;
import org.polyphony.run.WorkloadLibrary;
import org.polyphony.run.oracle.OracleSimulation;
import org.polyphony.simulation.GpuSimulation;
import org.polyphony.simulation.Simulation;
import org.polyphony.simulation.StopFlag;
import org.polyphony.sweep.Sweep;
import org.polyphony.workload.trace.TraceOptions;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What the commands work with.
 *
 * @param simulation the device
 * @param cache folder of alone runs and packed traces
 * @param stops makes the flag that ends a command early; signals raise it, too
 */
record Services(Simulation simulation, Path cache, Supplier<StopFlag> stops) {
  static Services standard() {
    return new Services(
        new OracleSimulation(new GpuSimulation()), CacheFolder.of(System.getenv()), StopFlag::new);
  }

  Path packedTraces() {
    return cache.resolve("traces");
  }

  /**
   * Returns how traces are opened; notices go to the error stream of a command.
   *
   * @param approximate whether to open traces with instructions that are not modelled
   */
  TraceOptions traces(CommandSpec command, boolean approximate) {
    PrintWriter err = command.commandLine().getErr();
    return new TraceOptions(
        packedTraces(),
        approximate,
        notice -> {
          err.println(notice);
          err.flush();
        });
  }

  /** Returns the workloads that a command can name; notices go to its error stream. */
  WorkloadLibrary library(CommandSpec command) {
    return new WorkloadLibrary(traces(command, false));
  }

  private RunStore store() {
    return new RunStore(cache, Build.id());
  }

  /** Returns these services with runs on other processors. */
  Services on(Processors processors) {
    return new Services(simulation.on(processors), cache, stops);
  }

  Sweep.Device device() {
    WorkloadLibrary library = new WorkloadLibrary(TraceOptions.quiet(packedTraces()));
    return new Sweep.Device(simulation, store(), library);
  }
}
