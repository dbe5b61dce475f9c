package org.polyphony.workload.trace;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;
import org.polyphony.workload.trace.TraceHeader.Dim3;

/**
 * What a packed kernel has beside its frames: header, static instructions with how often each was
 * executed, unknown opcodes, and where the head frame of each thread block is.
 *
 * @param header what the trace says of the kernel
 * @param instructions static ones
 * @param unknownOpcodes how often warps execute each
 * @param blocks where thread blocks begin
 */
record PackedFooter(
    TraceHeader header,
    List<StaticInstruction> instructions,
    Map<String, Long> unknownOpcodes,
    BlockIndex blocks) {
  InstructionTable table() {
    InstructionTable.Builder table = new InstructionTable.Builder();
    for (StaticInstruction instruction : instructions) {
      instruction.addTo(table);
    }
    return table.build();
  }

  void write(DataOutputStream out) throws IOException {
    writeHeader(out);
    out.writeInt(instructions.size());
    for (StaticInstruction instruction : instructions) {
      write(out, instruction);
    }
    out.writeInt(unknownOpcodes.size());
    for (Map.Entry<String, Long> unknown : unknownOpcodes.entrySet()) {
      out.writeUTF(unknown.getKey());
      out.writeLong(unknown.getValue());
    }
    blocks.write(out);
  }

  static PackedFooter read(DataInputStream in) throws IOException {
    TraceHeader header = readHeader(in);
    int count = in.readInt();
    List<StaticInstruction> instructions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      instructions.add(readInstruction(in));
    }
    Map<String, Long> unknown = new TreeMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      unknown.put(in.readUTF(), in.readLong());
    }
    return new PackedFooter(header, instructions, unknown, BlockIndex.read(in));
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
        in.readBoolean());
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
    out.writeInt(i.flags);
    out.writeLong(i.warpCount);
    out.writeLong(i.threadCount);
  }

  private static StaticInstruction readInstruction(DataInputStream in) throws IOException {
    StaticInstruction read =
        new StaticInstruction(
            in.readLong(),
            in.readUTF(),
            OpClass.valueOf(in.readUTF()),
            MemorySpace.valueOf(in.readUTF()),
            in.readByte(),
            readRegisters(in),
            readRegisters(in));
    read.flags = in.readInt();
    read.warpCount = in.readLong();
    read.threadCount = in.readLong();
    return read;
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
