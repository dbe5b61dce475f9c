package org.polyphony.study.mgb;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.polyphony.host.app.Application;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.Phase;
import org.polyphony.input.Home;
import org.polyphony.input.InputFile;
import org.polyphony.results.store.Json;
import org.polyphony.study.host.AppEstimate;

/**
 * Sensitivity of MGB's Rodinia job times, which are derived from costs measured on other machines
 * and from data sheets (DEVIATIONS.md 48, 49): one alternative value at a time.
 */
final class MgbEstimates {
  private static final long ALL_MEMORY = 1_000_000_000_000_000L;

  /** Inputs of the bundled applications, with the source of each number. */
  private static final JsonNode FACTS = facts("experiments/hardware/mgb-jobs.json");

  private static final long FIRST_USE = FACTS.at("/costsNanos/firstUse").longValue();

  static final List<AppEstimate> ALL =
      List.of(
          new AppEstimate("CPU times x 1.5", app -> scaleCpu(app, 1.5), List.of()),
          new AppEstimate("CPU times x 0.67", app -> scaleCpu(app, 1 / 1.5), List.of()),
          new AppEstimate(
              "kernels at their bound", app -> app.withKernels(MgbEstimates::atBound), List.of()),
          new AppEstimate(
              "kernels x 1.5", app -> app.withKernels(kernel -> kernel.times(1.5)), List.of()),
          copies("copies at the peak of PCIe", 15_754_000_000L),
          copies("copies at 3 GB/s", 3_000_000_000L),
          new AppEstimate("pixels x 0.75", app -> scalePixels(app, 0.75), List.of()),
          new AppEstimate("pixels x 1.25", app -> scalePixels(app, 1.25), List.of()),
          new AppEstimate(
              "first use of a device 1 s",
              app -> withCpu(app, (i, nanos) -> nanos + (i == firstUse(app) ? 3 * FIRST_USE : 0)),
              List.of()),
          new AppEstimate(
              "tasks given all memory of a device",
              UnaryOperator.identity(),
              List.of(
                  "schedulers[2].memoryBytes=" + ALL_MEMORY,
                  "schedulers[3].memoryBytes=" + ALL_MEMORY)));

  private MgbEstimates() {}

  private static JsonNode facts(String file) {
    Path path = Home.find().resolve(file);
    try {
      return Json.parse(InputFile.text(path));
    } catch (IOException e) {
      throw new UncheckedIOException(path + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static AppEstimate copies(String name, long bytesPerSecond) {
    return new AppEstimate(
        name,
        UnaryOperator.identity(),
        List.of("machine.pcie.pageableBytesPerSecond=" + bytesPerSecond));
  }

  private static HostKernel atBound(HostKernel kernel) {
    return kernel.times(1 / FACTS.path("overBound").path(kernel.name()).asDouble(1));
  }

  /** Scales all CPU time except the first use of the device, which is the driver's. */
  private static Application scaleCpu(Application app, double times) {
    int firstUse = firstUse(app);
    return withCpu(
        app,
        (i, nanos) -> {
          long driver = i == firstUse ? FIRST_USE : 0;
          return driver + Math.round((nanos - driver) * times);
        });
  }

  /** Scales the time in which srad_v1 writes its image, after its last kernel. */
  private static Application scalePixels(Application app, double times) {
    List<Phase> phases = app.phases();
    int last = phases.size() - 1;
    while (app.name().startsWith("srad_v1") && !(phases.get(last) instanceof Phase.Launch)) {
      last--;
    }
    int lastLaunch = last;
    return withCpu(app, (i, nanos) -> i > lastLaunch ? Math.round(nanos * times) : nanos);
  }

  /** Returns the phase with the first use of the device, which may be part of a longer one. */
  private static int firstUse(Application app) {
    Phase alone = new Phase.Cpu(FIRST_USE);
    int index = app.phases().indexOf(alone);
    return index >= 0
        ? index
        : IntStream.range(0, app.phases().size())
            .filter(i -> app.phases().get(i) instanceof Phase.Cpu)
            .findFirst()
            .orElseThrow();
  }

  private interface CpuChange {
    long nanos(int phase, long nanos);
  }

  private static Application withCpu(Application app, CpuChange change) {
    List<Phase> phases = new ArrayList<>(app.phases());
    for (int i = 0; i < phases.size(); i++) {
      if (phases.get(i) instanceof Phase.Cpu cpu) {
        phases.set(i, new Phase.Cpu(change.nanos(i, cpu.nanos())));
      }
    }
    return new Application(app.name(), phases, app.peakMemoryBytes());
  }
}
