package org.polyphony.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.Kernel;

/** The calls that a device made to the instruction streams of a workload, in their order. */
final class StreamCalls {
  private static final int OPEN = 0; // then slots
  private static final int SWITCH = 1; // then stream
  private static final int BEGIN = 2; // then thread block
  private static final int END = 3;
  private static final int CLOSE = 4;
  private static final int CURSOR = 5; // sum of the calls below, made in this order
  private static final int ACTIVE_MASK = 1 << 26;
  private static final int ADDRESSES = 1 << 27;
  private static final int NEXT = 1 << 28;

  private final List<Kernel> kernels = new ArrayList<>(); // by stream
  private final long[] lanes = new long[32];
  private int[] log = new int[1 << 16]; // call, slot and warp in one entry, operands behind it
  private int size;
  private int selected;
  private boolean isCursorCall; // whether the last entry is one
  private long recorded;

  /** Returns a kernel that runs like {@code kernel} and notes the calls to its streams. */
  Kernel noting(Kernel kernel) {
    return new RecordingKernel(kernel, this);
  }

  /** Opens a stream whose calls are noted. */
  InstructionStream open(Kernel kernel, int slots) {
    int stream = kernels.size();
    kernels.add(kernel);
    add(OPEN, 0);
    add(slots);
    selected = stream;
    return new RecordingStream(this, stream, kernel.open(slots));
  }

  void begin(int stream, int slot, long threadBlock) {
    select(stream);
    add(BEGIN, slot);
    add(Math.toIntExact(threadBlock));
  }

  void next(int stream, int slot, int warp, int instruction) {
    select(stream);
    addCursorCall(NEXT, slot, warp);
    recorded = mix(recorded, instruction);
  }

  void activeMask(int stream, int slot, int warp, int mask) {
    select(stream);
    addCursorCall(ACTIVE_MASK, slot, warp);
    recorded = mix(recorded, mask);
  }

  void addresses(int stream, int slot, int warp) {
    select(stream);
    addCursorCall(ADDRESSES, slot, warp);
  }

  void end(int stream, int slot) {
    select(stream);
    add(END, slot);
  }

  void close(int stream) {
    select(stream);
    add(CLOSE, 0);
  }

  /**
   * Makes all calls again, on new streams.
   *
   * @throws IllegalStateException when instructions or masks are not those of the record
   */
  void replay() {
    long replayed = replay(Kernel::open);
    if (replayed != recorded) {
      throw new IllegalStateException("digest: " + recorded + ", then " + replayed);
    }
  }

  /**
   * Makes all calls on streams that do nothing: what {@link #replay()} takes for the record itself.
   *
   * @return anything, so that no call is dropped
   */
  long replayOnMute() {
    return replay((kernel, slots) -> new MuteStream());
  }

  private interface Opener {
    InstructionStream open(Kernel kernel, int slots);
  }

  private long replay(Opener opener) {
    InstructionStream[] streams = new InstructionStream[kernels.size()];
    InstructionStream stream = null;
    int opened = 0;
    long replayed = 0;
    int at = 0;
    while (at < size) {
      int call = log[at++];
      int slot = call >>> 5 & 0x1fffff;
      switch (call >>> 29) {
        case CURSOR -> replayed = replay(stream, call, slot, replayed);
        case BEGIN -> stream.begin(slot, log[at++]);
        case END -> stream.end(slot);
        case SWITCH -> stream = streams[log[at++]];
        case OPEN -> {
          stream = opener.open(kernels.get(opened), log[at++]);
          streams[opened++] = stream;
        }
        default -> stream.close();
      }
    }
    return replayed;
  }

  private long replay(InstructionStream stream, int call, int slot, long digest) {
    int warp = call & 31;
    long replayed = digest;
    if ((call & ACTIVE_MASK) != 0) {
      replayed = mix(replayed, stream.activeMask(slot, warp));
    }
    if ((call & ADDRESSES) != 0) {
      stream.addresses(slot, warp, lanes);
    }
    if ((call & NEXT) != 0) {
      replayed = mix(replayed, stream.next(slot, warp));
    }
    return replayed;
  }

  private static long mix(long digest, int value) {
    return digest * 31 + value;
  }

  private void select(int stream) {
    if (stream != selected) {
      selected = stream;
      add(SWITCH, 0);
      add(stream);
    }
  }

  /** Adds a call on a cursor, to the entry before it when that one has the same cursor. */
  private void addCursorCall(int call, int slot, int warp) {
    int cursor = CURSOR << 29 | slot << 5 | warp;
    int before = log[size - 1];
    boolean isSameCursor = (before & ~(ACTIVE_MASK | ADDRESSES | NEXT)) == cursor;
    if (isSameCursor && isCursorCall && call > (before & (ACTIVE_MASK | ADDRESSES | NEXT))) {
      log[size - 1] = before | call;
    } else {
      add(cursor | call);
      isCursorCall = true;
    }
  }

  private void add(int call, int slot) {
    add(call << 29 | slot << 5);
    isCursorCall = false;
  }

  private void add(int entry) {
    if (size == log.length) {
      log = Arrays.copyOf(log, 2 * size);
    }
    log[size++] = entry;
  }

  private record RecordingStream(StreamCalls calls, int stream, InstructionStream target)
      implements InstructionStream {
    @Override
    public void begin(int slot, long threadBlock) {
      calls.begin(stream, slot, threadBlock);
      target.begin(slot, threadBlock);
    }

    @Override
    public int next(int slot, int warp) {
      int instruction = target.next(slot, warp);
      calls.next(stream, slot, warp, instruction);
      return instruction;
    }

    @Override
    public int activeMask(int slot, int warp) {
      int mask = target.activeMask(slot, warp);
      calls.activeMask(stream, slot, warp, mask);
      return mask;
    }

    @Override
    public void addresses(int slot, int warp, long[] lanes) {
      calls.addresses(stream, slot, warp);
      target.addresses(slot, warp, lanes);
    }

    @Override
    public void end(int slot) {
      calls.end(stream, slot);
      target.end(slot);
    }

    @Override
    public void close() {
      calls.close(stream);
      target.close();
    }
  }
}
