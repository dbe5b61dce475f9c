package org.polyphony.host.cluster;

import java.util.Arrays;
import java.util.List;

/**
 * The free resources of each node: CPU, memory, and the thousandths and memory of each GPU.
 *
 * <p>GPUs are numbered from 0 within a node; a set of GPUs is a bit mask.
 */
public final class Cluster {
  /** No node or GPU. */
  public static final int NONE = -1;

  private final List<ClusterNode> nodes;
  private final int[] first; // by node: its first GPU; plus an end marker
  private final int[] freeCpu; // by node
  private final long[] freeMemory; // by node
  private final int[] freeMilli; // by GPU
  private final long[] freeGpuMemory; // by GPU
  private final int[] changes; // by node: version of its free resources

  public Cluster(List<ClusterNode> nodes) {
    this.nodes = List.copyOf(nodes);
    int count = this.nodes.size();
    this.first = new int[count + 1];
    this.freeCpu = new int[count];
    this.freeMemory = new long[count];
    this.changes = new int[count];
    for (int n = 0; n < count; n++) {
      first[n + 1] = first[n] + node(n).gpus();
      freeCpu[n] = node(n).cpuMilli();
      freeMemory[n] = node(n).memoryBytes();
    }
    this.freeMilli = new int[first[count]];
    this.freeGpuMemory = new long[first[count]];
    Arrays.fill(freeMilli, Demand.WHOLE);
    for (int n = 0; n < count; n++) {
      Arrays.fill(freeGpuMemory, first[n], first[n + 1], node(n).gpuMemoryBytes());
    }
  }

  public int nodes() {
    return nodes.size();
  }

  public int gpus() {
    return freeMilli.length;
  }

  public ClusterNode node(int node) {
    return nodes.get(node);
  }

  public int freeCpu(int node) {
    return freeCpu[node];
  }

  /** Returns the free host memory of a node, in bytes. */
  public long freeMemory(int node) {
    return freeMemory[node];
  }

  public int freeMilli(int node, int gpu) {
    return freeMilli[first[node] + gpu];
  }

  public int freeMilli(int node) {
    int free = 0;
    for (int g = first[node]; g < first[node + 1]; g++) {
      free += freeMilli[g];
    }
    return free;
  }

  /** Returns a version number that changes with the free resources of a node. */
  public int changes(int node) {
    return changes[node];
  }

  /** Returns whether a node satisfies a demand. */
  public boolean fits(int node, Demand demand) {
    if (freeCpu[node] < demand.cpuMilli()
        || freeMemory[node] < demand.memoryBytes()
        || node(node).gpus() < demand.gpus()
        || !demand.allows(node(node).model())) {
      return false;
    }
    int found = 0;
    for (int g = 0; found < demand.gpus() && g < node(node).gpus(); g++) {
      found += fits(node, g, demand) ? 1 : 0;
    }
    return found == demand.gpus();
  }

  /** Returns whether a GPU satisfies a demand per GPU. */
  public boolean fits(int node, int gpu, Demand demand) {
    int g = first[node] + gpu;
    return freeMilli[g] >= demand.gpuMilli() && freeGpuMemory[g] >= demand.gpuMemoryBytes();
  }

  /**
   * Allocates the resources of a demand.
   *
   * @param node that it fits on
   * @param gpu for a share of a GPU; whole GPUs are the first that fit
   * @return the GPUs, as a mask
   */
  public long take(int node, int gpu, Demand demand) {
    long taken = 0;
    if (demand.isShare()) {
      taken = 1L << gpu;
    } else {
      for (int g = 0; Long.bitCount(taken) < demand.gpus(); g++) {
        taken |= fits(node, g, demand) ? 1L << g : 0;
      }
    }
    change(node, taken, demand, 1);
    return taken;
  }

  public void release(int node, long gpus, Demand demand) {
    change(node, gpus, demand, -1);
  }

  private void change(int node, long gpus, Demand demand, int times) {
    freeCpu[node] -= times * demand.cpuMilli();
    freeMemory[node] -= times * demand.memoryBytes();
    changes[node]++;
    for (long left = gpus; left != 0; left &= left - 1) {
      int g = first[node] + Long.numberOfTrailingZeros(left);
      freeMilli[g] -= times * demand.gpuMilli();
      freeGpuMemory[g] -= times * demand.gpuMemoryBytes();
      assert freeMilli[g] >= 0 && freeMilli[g] <= Demand.WHOLE : freeMilli[g];
    }
    assert freeCpu[node] >= 0 && freeMemory[node] >= 0 : node(node).name();
  }
}
