package org.polyphony.gpu.mem;

import org.polyphony.gpu.part.PartConfig;
import org.polyphony.gpu.part.Parts;
import org.polyphony.gpu.part.prefetch.PrefetchedCache;
import org.polyphony.gpu.part.prefetch.Prefetcher;
import org.polyphony.gpu.part.prefetch.Prefetchers;
import org.polyphony.usercode.UserCodeException;

/**
 * The prefetcher of an L1 data cache, or of all slices of L2: tells it the loads, and passes its
 * proposals on to the cache.
 */
public final class Prefetching implements PrefetchedCache {
  /** A cache that fetches ahead of loads. */
  public interface Cache {
    /**
     * Fetches a line that the prefetcher proposes, or drops it.
     *
     * @param address of the first byte of a fill unit
     * @param cause the load that the prefetcher has seen
     */
    void fetchAhead(long address, int cause);
  }

  private final String place;
  private final Cache cache;
  private final MemoryRequests requests;
  private final int lineBytes;
  private final int fillBytes;
  private final int workloads;
  private final long seed;
  private final Prefetcher prefetcher;
  private int cause = MemoryRequests.NONE;
  private int proposals; // for it

  private Prefetching(
      PartConfig config,
      String place,
      Cache cache,
      MemoryRequests requests,
      int lineBytes,
      int fillBytes,
      Parts parts) {
    this.place = place;
    this.cache = cache;
    this.requests = requests;
    this.lineBytes = lineBytes;
    this.fillBytes = fillBytes;
    workloads = parts.workloads();
    seed = parts.nextSeed();
    prefetcher = Prefetchers.KIND.make(config, this, parts);
  }

  /**
   * Makes the prefetcher of a cache.
   *
   * @param place its key in the device's config
   * @return null if the config says that there is none
   */
  public static Prefetching of(
      PartConfig config,
      String place,
      Cache cache,
      MemoryRequests requests,
      int lineBytes,
      int fillBytes,
      Parts parts) {
    return Prefetchers.KIND.isDefault(config)
        ? null
        : new Prefetching(config, place, cache, requests, lineBytes, fillBytes, parts);
  }

  /**
   * Tells the prefetcher of a load that was looked up.
   *
   * @param warp slot in the SM; {@link Prefetcher#UNKNOWN} if it is not known, as for {@code pc}
   */
  public void loaded(int request, boolean isHit, int warp, long pc) {
    long address = requests.address(request);
    int workload = AddressMapping.process(address);
    cause = request;
    proposals = 0;
    try {
      if (isHit) {
        prefetcher.hit(address, workload, requests.sm(request), warp, pc);
      } else {
        prefetcher.missed(address, workload, requests.sm(request), warp, pc);
      }
    } catch (UserCodeException e) {
      throw e; // of another part that its proposals have reached
    } catch (Throwable e) {
      String call =
          "%s(address 0x%x, workload %d, sm %d, warp %d, pc 0x%x)"
              .formatted(
                  isHit ? "hit" : "missed", address, workload, requests.sm(request), warp, pc);
      throw UserCodeException.thrown(Parts.name(place, prefetcher) + call, e);
    }
    cause = MemoryRequests.NONE;
  }

  @Override
  public void prefetch(long address) {
    if (cause == MemoryRequests.NONE) {
      throw new IllegalStateException("prefetch outside of missed and hit");
    }
    boolean isOwn = AddressMapping.areOfOneProcess(address, requests.address(cause));
    if (isOwn && proposals < MOST) {
      proposals++;
      cache.fetchAhead(address & -fillBytes, cause);
    }
  }

  @Override
  public int lineBytes() {
    return lineBytes;
  }

  @Override
  public int fillBytes() {
    return fillBytes;
  }

  @Override
  public int workloads() {
    return workloads;
  }

  @Override
  public long seed() {
    return seed;
  }
}
