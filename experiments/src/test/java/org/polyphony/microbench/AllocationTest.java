package org.polyphony.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.config.GpuConfigs;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.gpu.testing.AllocatedBytes;
import org.polyphony.gpu.testing.DeviceRun;
import org.polyphony.policy.partition.Alone;
import org.polyphony.policy.warp.WarpSchedulers;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;
import org.polyphony.workload.trace.BundledTraces;
import org.polyphony.workload.trace.TraceOptions;
import org.polyphony.workload.trace.TraceWorkload;

/** Between launches a run allocates nothing, wherever its instructions come from. */
class AllocationTest {
  @TempDir private Path folder;

  private long leastAllocated(Workload workload, AllocatedBytes allocated) throws IOException {
    Path part = folder.resolve("part.json");
    Files.writeString(part, "{\"extends\": \"gtx980\", \"name\": \"part\", \"sms\": 4}");
    GpuConfig gpu = GpuConfigs.load(part.toString());
    DeviceRun.of(gpu, WarpSchedulers.scheduling("gto", "none"), new Alone(), workload)
        .run(allocated);
    return allocated.leastInAWindow();
  }

  @Test
  void aKernelModelAllocatesNothingInAHundredThousandCycles() throws IOException {
    Workload model = ModelWorkload.bundled("BS", ModelOptions.of(1, 1));

    assertEquals(0, leastAllocated(model, new AllocatedBytes(100_000, 1, 3)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sample-sgemm", "sample-histogram"})
  void aPackedTraceAllocatesNothingBetweenLaunches(String name) throws IOException {
    Workload trace = TraceWorkload.open(BundledTraces.path(name), TraceOptions.quiet(folder));

    assertEquals(0, leastAllocated(trace, new AllocatedBytes(1000, 6, 20)));
  }
}
