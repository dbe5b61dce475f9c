package org.polyphony.workload.trace;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.workload.sass.SassOpcodes;
import org.polyphony.workload.trace.TraceHeader.Dim3;

/**
 * What a packed kernel has beside its frames: header, static instructions with how often each was
 * executed, and where the head frame of each thread block is.
 *
 * @param header what the trace says of the kernel
 * @param instructions static ones
 * @param blocks where thread blocks begin
 */
record PackedFooter(TraceHeader header, List<StaticInstruction> instructions, BlockIndex blocks) {
  private static final int MAX_THREADS = 1024; // of a thread block
  private static final int MAX_WIDTH = 16; // bytes of a lane
  private static final int ALL_FLAGS =
      InstructionTable.BYPASS_L1 | InstructionTable.READ_ONLY | InstructionTable.NON_IDEMPOTENT;
  private static final Set<OpClass> ACCESSES = Set.of(OpClass.LOAD, OpClass.STORE, OpClass.ATOMIC);

  InstructionTable table() {
    InstructionTable.Builder table = new InstructionTable.Builder();
    for (StaticInstruction instruction : instructions) {
      instruction.addTo(table, header.binaryVersion());
    }
    return table.build();
  }

  void write(DataOutputStream out) throws IOException {
    writeHeader(out);
    out.writeInt(instructions.size());
    for (StaticInstruction instruction : instructions) {
      write(out, instruction);
    }
    blocks.write(out);
  }

  /**
   * Reads a footer and checks each of its values.
   *
   * @param fileBytes length of the file
   * @throws IOException when it ends early, or no writer writes such a value
   */
  static PackedFooter read(DataInputStream in, long fileBytes) throws IOException {
    TraceHeader header = readHeader(in);
    require(header.grid().isPositive(), "grid", header.grid());
    require(isBlock(header.block()), "block", header.block());
    requireBetween(0, 1 << 28, "bytes of shared memory", header.sharedMemoryBytes());
    requireBetween(1, 255, "registers per thread", header.registersPerThread());
    require(SassOpcodes.supports(header.binaryVersion()), "version", header.binaryVersion());
    List<StaticInstruction> instructions = new ArrayList<>();
    for (int left = readCount(in); left > 0; left--) {
      instructions.add(readInstruction(in));
    }
    BlockIndex blocks = BlockIndex.read(in);
    require(blocks.isWithin(fileBytes, header.warpsPerBlock()), "frames", blocks.size());
    return new PackedFooter(header, instructions, blocks);
  }

  /** Each extent first, so that their product is no overflow. */
  private static boolean isBlock(Dim3 block) {
    return block.isPositive()
        && Math.max(block.x(), Math.max(block.y(), block.z())) <= MAX_THREADS
        && block.count() <= MAX_THREADS;
  }

  private static void require(boolean holds, String what, Object found) throws IOException {
    if (!holds) {
      throw new IOException("impossible " + what + ": " + found);
    }
  }

  private static void requireBetween(long least, long most, String what, long found)
      throws IOException {
    require(found >= least && found <= most, what, found);
  }

  /** Reads how many elements follow, each of a byte or more. */
  private static int readCount(DataInputStream in) throws IOException {
    int count = in.readInt();
    requireBetween(0, in.available(), "count", count);
    return count;
  }

  private void writeHeader(DataOutputStream out) throws IOException {
    out.writeUTF(header.kernelName());
    out.writeInt(header.kernelId());
    write(out, header.grid());
    write(out, header.block());
    out.writeInt(header.sharedMemoryBytes());
    out.writeInt(header.registersPerThread());
    out.writeInt(header.binaryVersion());
    out.writeLong(header.sharedBase());
    out.writeLong(header.localBase());
    out.writeInt(header.tracerVersion());
    out.writeBoolean(header.lineInfo());
    out.writeLong(header.cudaStream());
  }

  private static TraceHeader readHeader(DataInputStream in) throws IOException {
    return new TraceHeader(
        in.readUTF(),
        in.readInt(),
        readDim3(in),
        readDim3(in),
        in.readInt(),
        in.readInt(),
        in.readInt(),
        in.readLong(),
        in.readLong(),
        in.readInt(),
        in.readBoolean(),
        in.readLong());
  }

  private static void write(DataOutputStream out, Dim3 dim) throws IOException {
    out.writeInt(dim.x());
    out.writeInt(dim.y());
    out.writeInt(dim.z());
  }

  private static Dim3 readDim3(DataInputStream in) throws IOException {
    return new Dim3(in.readInt(), in.readInt(), in.readInt());
  }

  private static void write(DataOutputStream out, StaticInstruction i) throws IOException {
    out.writeLong(i.pc);
    out.writeUTF(i.mnemonic);
    out.writeUTF(i.opClass.name());
    out.writeUTF(i.space.name());
    out.writeByte(i.widthBytes);
    writeRegisters(out, i.destinations);
    writeRegisters(out, i.sources);
    out.writeInt(i.immediate);
    out.writeInt(i.flags);
    out.writeLong(i.warpCount);
    out.writeLong(i.threadCount);
  }

  private static StaticInstruction readInstruction(DataInputStream in) throws IOException {
    StaticInstruction read =
        new StaticInstruction(
            in.readLong(),
            in.readUTF(),
            readEnum(in, OpClass.class),
            readEnum(in, MemorySpace.class),
            in.readByte(),
            readRegisters(in),
            readRegisters(in),
            in.readInt());
    read.flags = in.readInt();
    read.warpCount = in.readLong();
    read.threadCount = in.readLong();
    boolean isAccess = read.space != MemorySpace.NONE;
    require(isAccess == ACCESSES.contains(read.opClass), "memory space", read.space);
    requireBetween(isAccess ? 1 : 0, MAX_WIDTH, "width", read.widthBytes);
    requireBetween(StaticInstruction.NO_IMMEDIATE, Integer.MAX_VALUE, "immediate", read.immediate);
    requireBetween(0, ALL_FLAGS, "flags", read.flags);
    requireBetween(0, Long.MAX_VALUE, "number of warps", read.warpCount);
    requireBetween(0, Long.MAX_VALUE, "number of threads", read.threadCount);
    return read;
  }

  private static <E extends Enum<E>> E readEnum(DataInputStream in, Class<E> type)
      throws IOException {
    String name = in.readUTF();
    try {
      return Enum.valueOf(type, name);
    } catch (IllegalArgumentException e) {
      throw new IOException("impossible " + type.getSimpleName() + ": " + name, e);
    }
  }

  private static void writeRegisters(DataOutputStream out, int[] registers) throws IOException {
    out.writeByte(registers.length);
    for (int register : registers) {
      out.writeByte(register);
    }
  }

  private static int[] readRegisters(DataInputStream in) throws IOException {
    int[] registers = new int[in.readUnsignedByte()];
    for (int i = 0; i < registers.length; i++) {
      registers[i] = in.readUnsignedByte();
    }
    return registers;
  }
}
