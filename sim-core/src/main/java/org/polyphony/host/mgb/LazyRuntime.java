package org.polyphony.host.mgb;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.polyphony.host.app.HostKernel;
import org.polyphony.host.app.TaskNeed;

/**
 * The lazy runtime of a process: records operations on memory objects and delays them until a
 * kernel is launched that needs these objects.
 *
 * <p>State per object, found by the pseudo address that stands for it: size, a queue of delayed
 * operations, and the real address, 0 until it is bound. Source: MGB section III-A.2 and III-A.3.
 */
public final class LazyRuntime {
  private static final long FIRST_PSEUDO = 1L << 60; // no device has memory there
  private static final long NOT_BOUND = 0;

  private final Map<Long, MemoryObject> objects = new LinkedHashMap<>();
  private long nextPseudo = FIRST_PSEUDO;
  private long heapLimit;

  /**
   * Makes the runtime of a process that has done nothing yet.
   *
   * @param heapBytes from which kernels may allocate until it is limited
   */
  public LazyRuntime(long heapBytes) {
    heapLimit = heapBytes;
  }

  /** What is known of an object. */
  private static final class MemoryObject {
    final long bytes;
    final List<Operation> queue = new ArrayList<>();
    long real = NOT_BOUND;

    MemoryObject(long bytes) {
      this.bytes = bytes;
    }
  }

  /**
   * An operation that was delayed.
   *
   * @param pseudo address of its object
   * @param call what is to be done
   */
  public record Operation(long pseudo, CudaCall call) {}

  /**
   * What is to be done before a launch.
   *
   * @param need of the objects that are bound with this launch, of the heap and of the launch
   * @param replay operations to be done now, per object in the order of their calls
   */
  public record Prepared(TaskNeed need, List<Operation> replay) {}

  /**
   * Allocates later (lazyMalloc).
   *
   * @return the pseudo address of the object
   */
  public long malloc(CudaCall.Malloc call) {
    long pseudo = nextPseudo;
    nextPseudo += Math.max(1, call.bytes());
    MemoryObject object = new MemoryObject(call.bytes());
    object.queue.add(new Operation(pseudo, call));
    objects.put(pseudo, object);
    return pseudo;
  }

  /**
   * Does an operation on an object, or delays it; to free an object that is not bound is to forget
   * it.
   *
   * @return whether it is delayed; otherwise it is to be done now
   * @throws IllegalArgumentException if there is no such object
   */
  public boolean delays(long pseudo, CudaCall call) {
    MemoryObject object = object(pseudo);
    boolean bound = object.real != NOT_BOUND;
    if (call instanceof CudaCall.Free) {
      objects.remove(pseudo);
    } else if (!bound) {
      object.queue.add(new Operation(pseudo, call));
    }
    return !bound;
  }

  /** Sets the heap that kernels launched from now on may allocate from. */
  public void limitHeap(CudaCall.HeapLimit limit) {
    heapLimit = limit.bytes();
  }

  /**
   * Interprets the arguments of a launch (kernelLaunchPrepare). The caller does the operations and
   * says by {@link #bind} where the objects are.
   *
   * @param arguments pseudo addresses
   * @throws IllegalArgumentException if there is no such object
   */
  public Prepared prepare(HostKernel kernel, List<Long> arguments) {
    List<Operation> replay = new ArrayList<>();
    long memory = heapLimit;
    for (long pseudo : arguments) {
      MemoryObject object = object(pseudo);
      if (!object.queue.isEmpty()) {
        memory += object.bytes;
        replay.addAll(object.queue);
        object.queue.clear();
      }
    }
    TaskNeed need =
        new TaskNeed(memory, kernel.threadBlocks(), kernel.warpsPerThreadBlock(), TaskNeed.ANY, 0);
    return new Prepared(need, replay);
  }

  /**
   * Gives an object its place on the device.
   *
   * @param real address, not 0
   * @throws IllegalArgumentException if there is no such object
   */
  public void bind(long pseudo, long real) {
    object(pseudo).real = real;
  }

  /**
   * Returns the real address of an object.
   *
   * @throws IllegalStateException if it is not bound
   */
  public long real(long pseudo) {
    long real = object(pseudo).real;
    if (real == NOT_BOUND) {
      throw new IllegalStateException("not bound: " + pseudo);
    }
    return real;
  }

  private MemoryObject object(long pseudo) {
    MemoryObject object = objects.get(pseudo);
    if (object == null) {
      throw new IllegalArgumentException("no object at the pseudo address " + pseudo);
    }
    return object;
  }
}
