package org.polyphony.workload.profile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.workload.profile.Pipeline.Operand;
import org.polyphony.workload.profile.Pipeline.Panels;

/** Chooses how many panels of its two operands the tiles of a pipeline are. */
final class TilePanels {
  private final KernelProfile profile;
  private final Pipeline pipeline;

  /**
   * Prepares the choice.
   *
   * @param pipeline its panels are not looked at
   */
  TilePanels(KernelProfile profile, Pipeline pipeline) {
    this.profile = profile;
    this.pipeline = pipeline;
  }

  /** Returns the pipeline with those panels whose traffic is nearest to the report's. */
  Pipeline chosen() {
    Panels panels = nearest();
    return new Pipeline(
        pipeline.steps(),
        pipeline.tiles(),
        pipeline.stages(),
        pipeline.stageBytes(),
        pipeline.consumerWarps(),
        pipeline.cluster(),
        pipeline.draw(),
        pipeline.loads(),
        pipeline.operands(),
        panels,
        pipeline.store());
  }

  private Panels nearest() {
    long all = pipeline.clusterTiles();
    double measured = Math.max(1, profile.counter(Counter.DRAM_READ));
    long best = all;
    double least = Double.MAX_VALUE;
    for (long a = 1; a <= all; a++) {
      if (all % a == 0) {
        double distance = Math.abs(Math.log(traffic(a, all / a) / measured));
        if (distance < least - 1e-9) {
          least = distance;
          best = a;
        }
      }
    }
    return new Panels(best, all / best);
  }

  /**
   * Estimates the bytes from DRAM: the clusters work on so many tiles at a time, those of the first
   * operand in turn; a half of L2 keeps what was read last.
   */
  private double traffic(long first, long second) {
    List<Operand> both = pipeline.operands();
    long firstBytes = pipeline.panelBytes(both.get(0));
    long secondBytes = both.size() < 2 ? 0 : pipeline.panelBytes(both.get(1));
    double capacity = Math.max(1, profile.counter(Counter.L2_BYTES) / 2);
    LinkedHashMap<Long, Long> kept = new LinkedHashMap<>(16, 0.75f, true); // least recent first
    double held = 0;
    double read = 0;
    for (long tile = 0; tile < first * second; tile++) {
      long[] panel = {tile % first, -1 - tile / first};
      for (int i = 0; i < 2; i++) {
        long bytes = i == 0 ? firstBytes : secondBytes;
        if (kept.get(panel[i]) == null) {
          kept.put(panel[i], bytes);
          held += bytes;
          read += bytes;
        }
      }
      while (held > capacity && kept.size() > 2) {
        Map.Entry<Long, Long> oldest = kept.entrySet().iterator().next();
        kept.remove(oldest.getKey());
        held -= oldest.getValue();
      }
    }
    return read;
  }
}
