package org.polyphony.config;

import java.util.List;
import org.polyphony.input.Key;
import org.polyphony.simulation.Partition;

/** A part of the device for some of the workloads. */
public record PartitionConfig(
    @Key(value = "indices of its workloads, from 0", min = 1, max = 32) List<Integer> workloads,
    @Key(
            value =
                "SMs of its own, as a MIG instance has them; the policy then shares them among"
                    + " its workloads; 0: not partitioned",
            max = 256,
            absent = "0")
        int sms,
    @Key(
            value =
                "DRAM channels of its own, with their L2 slices (MIG, page coloring); 0: not"
                    + " partitioned",
            max = 64,
            absent = "0")
        int dramChannels,
    @Key(
            value = "ways of each L2 set that its workloads may fill; 0: not partitioned",
            max = 65535,
            absent = "0")
        int l2Ways) {
  Partition partition() {
    return new Partition(workloads, sms, dramChannels, l2Ways);
  }
}
