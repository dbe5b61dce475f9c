package org.polyphony.gpu.config;

import java.util.List;
import java.util.Set;
import org.polyphony.input.Violation;

/**
 * The resources of which each process has a copy of its own, as large as that of the whole device:
 * what a run would be if processes did not compete for them.
 *
 * @param resources none if all processes share the device
 * @param processes of the run, at least 1
 */
public record Copies(Set<Resource> resources, int processes) {
  private static final int MOST_BANKS = 64; // of a channel, in a mask
  private static final int MOST_SCHEDULERS = 31; // of an SM, in a mask

  /** No copies: processes share everything. */
  public static final Copies NONE = new Copies(Set.of(), 1);

  public Copies {
    resources = Set.copyOf(resources);
  }

  /** Returns the resources of which a device cannot have so many copies, as violations. */
  public List<Violation> violations(GpuConfig gpu) {
    int banks = gpu.dram().banks() * of(Resource.DRAM_ROWS);
    String allowed = "at most " + MOST_BANKS + " banks of all workloads";
    boolean hasPath = resources.contains(Resource.SM) || gpu.sm().sharedMemory().ownPath();
    int schedulers = gpu.sm().warpSchedulers() * withinSm().of(Resource.ISSUE);
    String most = "at most " + MOST_SCHEDULERS + " warp schedulers of all workloads";
    return new Violation.Checks()
        .require(schedulers <= MOST_SCHEDULERS, Resource.ISSUE.toString(), schedulers, most)
        .require(
            hasPath || !resources.contains(Resource.SHARED_MEMORY),
            Resource.SHARED_MEMORY.toString(),
            "it is part of " + Resource.L1 + ": one path of the device serves both")
        .require(banks <= MOST_BANKS, Resource.DRAM_ROWS.toString(), banks, allowed)
        .violations();
  }

  /** Returns the resources within an SM of which each process has a copy; none if it has SMs. */
  public Copies withinSm() {
    return resources.contains(Resource.SM) ? NONE : this;
  }

  /** Returns whether each process has its own copy of a resource. */
  public boolean are(Resource resource) {
    return of(resource) > 1;
  }

  /** Returns how many copies of a resource there are: one, or one for each process. */
  public int of(Resource resource) {
    boolean ofSm = resource.isOfSm() && resources.contains(Resource.SM);
    return ofSm || resources.contains(resource) ? processes : 1;
  }
}
