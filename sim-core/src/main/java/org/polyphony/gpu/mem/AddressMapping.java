package org.polyphony.gpu.mem;

import java.util.ArrayList;
import java.util.List;
import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.L2Config;
import org.polyphony.gpu.config.Resource;

/**
 * Maps an address to its L2 slice, DRAM bank and row, and its set key within the slice.
 *
 * <p>Each consecutive {@code interleaveBytes} block goes to one channel. The address within the
 * channel is, from high to low: row, upper bank bits, column, lowest bank bit (just above the line,
 * or where the device config says), column, byte. The lowest bank bits select the slice of a
 * channel; if hashed, each block of (interleave / slices per channel) bytes is in a slice that is a
 * pseudo-random function of the address. If permuted, a hash of the row is added to the bank bits
 * that do not select the slice, and a hash of all higher bits to the channel, to avoid partition
 * camping of power-of-two strides (Zhang et al., MICRO 2000; Ruetsch and Micikevicius, 2009);
 * likewise for the slices of a channel. Source: the mapping {@code dramid@8;...R.RBBBCCCC.BCCSSSSS}
 * of the reference simulator and its random partition index. Differs: a fixed hash instead of
 * random numbers in order of first use.
 *
 * <p>Processes with a {@link MemoryShare} have a mapping of their own, onto their channels; an
 * address tells its process. Copies of slices and banks for each process are adjacent: those of
 * process 0 come first in their channel.
 */
final class AddressMapping {
  private static final int PROCESS_SHIFT = 48; // of addresses; saved contexts have further bits
  static final int PROCESSES = 32;

  private final AddressMapping[] ofProcess; // null if all processes share all channels
  private final int[] firstWay; // by process; null if all share all ways
  private final int[] endWay;
  private final int firstSlice;
  private final int sliceCopies;
  private final int bankStep; // from the banks of a process to those of the next; 0 if shared
  private final int portStep; // likewise for the crossbar ports of all SMs
  private final long moved; // what turns a process's addresses into those of its rank
  private final int slices;
  private final int slicesPerChannel;
  private final int channels;
  private final boolean powerOfTwoChannels;
  private final int channelShift;
  private final int interleaveShift;
  private final boolean hashed;
  private final int granuleShift;
  private final int lineShift;
  private final int lowBankBits; // 0 or 1, so it doubles as the mask
  private final int lowBankShift;
  private final int upperBankShift;
  private final int upperBankBits;
  private final int rowShift;
  private final int sliceBits;
  private final int halfShift;
  private final AddressHash permutation; // null if rows are not permuted
  private final AddressHash channelPermutation; // null if channels are not permuted
  private final AddressHash slicePermutation; // null if the slices of a channel are not permuted

  /**
   * Creates a mapping.
   *
   * @param shares of the processes; empty if all share the whole memory
   */
  AddressMapping(DramConfig dram, L2Config l2, List<MemoryShare> shares) {
    this(dram, l2, whole(dram, l2, 0, 0), 0, shares, Copies.NONE, 0);
  }

  /**
   * Creates a mapping for a device of whose memory each process may have copies.
   *
   * @param sms of the device
   */
  AddressMapping(DramConfig dram, L2Config l2, Copies copies, int sms) {
    this(dram, l2, whole(dram, l2, 0, 0), 0, sharesOf(dram, l2, copies), copies, sms);
  }

  private static MemoryShare whole(DramConfig dram, L2Config l2, int firstWay, int rank) {
    return new MemoryShare(0, dram.channels(), firstWay, l2.ways(), rank);
  }

  private static List<MemoryShare> sharesOf(DramConfig dram, L2Config l2, Copies copies) {
    boolean ownWays = copies.of(Resource.L2_CAPACITY) > 1;
    boolean nothingShared = ownWays && copies.of(Resource.DRAM) > 1;
    List<MemoryShare> shares = new ArrayList<>();
    for (int p = 0; p < copies.processes() && !copies.resources().isEmpty(); p++) {
      // addresses of processes that share lines or rows must differ
      shares.add(whole(dram, l2, ownWays ? p * l2.ways() : 0, nothingShared ? 0 : p));
    }
    return shares;
  }

  private AddressMapping(
      DramConfig dram,
      L2Config l2,
      MemoryShare share,
      int process,
      List<MemoryShare> shares,
      Copies copies,
      int sms) {
    sliceCopies = copies.of(Resource.L2_BANDWIDTH);
    bankStep = copies.of(Resource.DRAM_ROWS) > 1 ? dram.banks() : 0;
    portStep = copies.of(Resource.CROSSBAR) > 1 ? sms : 0;
    slicesPerChannel = l2.slices() / dram.channels();
    channels = share.channels();
    slices = channels * slicesPerChannel;
    firstSlice = share.firstChannel() * slicesPerChannel;
    moved = (long) (process ^ share.rank()) << PROCESS_SHIFT;
    ofProcess = shares.isEmpty() ? null : new AddressMapping[shares.size()];
    for (int p = 0; p < shares.size(); p++) {
      ofProcess[p] = new AddressMapping(dram, l2, shares.get(p), p, List.of(), Copies.NONE, 0);
    }
    boolean sharesWays =
        copies.of(Resource.L2_CAPACITY) == 1
            && shares.stream().allMatch(s -> s.ways() == l2.ways());
    firstWay = sharesWays ? null : shares.stream().mapToInt(MemoryShare::firstWay).toArray();
    endWay = sharesWays ? null : shares.stream().mapToInt(s -> s.firstWay() + s.ways()).toArray();
    powerOfTwoChannels = Integer.bitCount(channels) == 1;
    channelShift = Integer.numberOfTrailingZeros(channels);
    interleaveShift = log2(dram.interleaveBytes());
    hashed = dram.hashedChannels();
    int granule = Math.max(l2.fillBytes(), dram.interleaveBytes() / slicesPerChannel);
    granuleShift = log2(granule);
    lineShift = log2(l2.lineBytes());
    int bankBits = log2(dram.banks());
    lowBankBits = Math.min(1, bankBits);
    lowBankShift = dram.bankInterleaveBytes() == 0 ? lineShift : log2(dram.bankInterleaveBytes());
    upperBankBits = bankBits - lowBankBits;
    upperBankShift = log2(dram.columnBytes()) + lowBankBits;
    rowShift = upperBankShift + upperBankBits;
    sliceBits = Math.min(bankBits, log2(slicesPerChannel));
    halfShift = log2(l2.halfInterleaveBytes());
    permutation = dram.permuted() ? AddressHash.polynomial(bankBits - sliceBits) : null;
    channelPermutation =
        dram.permuted() && powerOfTwoChannels ? AddressHash.polynomial(channelShift) : null;
    slicePermutation = dram.permutedSlices() ? AddressHash.polynomial(sliceBits) : null;
  }

  /** Returns the slice of an address, from 0. */
  int slice(long address) {
    if (ofProcess != null) {
      AddressMapping own = own(address);
      int slice = own.firstSlice + own.slice(address ^ own.moved);
      return sliceCopies == 1 ? slice : copyOf(slice, process(address));
    }
    if (hashed) {
      return (int) (((mix(address >>> granuleShift) >>> 32) * slices) >>> 32);
    }
    long block = address >>> interleaveShift;
    int plain = bank(address) % slicesPerChannel;
    int slice =
        slicePermutation == null
            ? plain
            : plain ^ slicePermutation.apply(Long.divideUnsigned(block, channels));
    return channel(block) * slicesPerChannel + slice;
  }

  private int copyOf(int slice, int process) {
    int channel = slice / slicesPerChannel;
    int first = (channel * sliceCopies + process) * slicesPerChannel;
    return first + slice - channel * slicesPerChannel;
  }

  /** Returns the crossbar port of an SM for an address. */
  int port(int sm, long address) {
    return sm + portStep * process(address);
  }

  private AddressMapping own(long address) {
    return ofProcess[process(address)];
  }

  /** Returns the process of an address. */
  static int process(long address) {
    return (int) (address >>> PROCESS_SHIFT) & PROCESSES - 1;
  }

  /** Returns whether two addresses are in the same address space. */
  static boolean areOfOneProcess(long address, long other) {
    return (address ^ other) >>> PROCESS_SHIFT == 0;
  }

  /** Returns whether processes fill only some ways of a set. */
  boolean hasOwnWays() {
    return firstWay != null;
  }

  /** Returns the first way that the process of an address fills. */
  int firstWay(long address) {
    return firstWay[process(address)];
  }

  /** Returns the way after the last one that the process of an address fills. */
  int endWay(long address) {
    return endWay[process(address)];
  }

  private int channel(long block) {
    if (!powerOfTwoChannels) {
      return (int) Long.remainderUnsigned(block, channels);
    }
    int plain = (int) block & (channels - 1);
    return channelPermutation == null
        ? plain
        : plain ^ channelPermutation.apply(block >>> channelShift);
  }

  /** Returns the size of the aligned blocks that are always in one slice; a power of two. */
  int bytesInOneSlice() {
    return 1 << (hashed ? granuleShift : Math.min(interleaveShift, lineShift));
  }

  /**
   * Returns whether an address belongs to the L2 half that is not the SM's. The two SMs of a TPC
   * are in the same half. Differs: an NVIDIA H200 hashes the address
   * (experiments/hardware/l2-halves.cu); the hash is unknown, so the parity of the address bits is
   * used.
   */
  boolean isFar(int sm, long address) {
    if (ofProcess != null) {
      AddressMapping own = own(address);
      return own.isFar(sm, address ^ own.moved);
    }
    return ((sm >>> 1 ^ Long.bitCount(address >>> halfShift)) & 1) != 0;
  }

  int bank(long address) {
    if (ofProcess != null) {
      AddressMapping own = own(address);
      return own.bank(address ^ own.moved) + bankStep * process(address);
    }
    long local = local(address);
    int upper = (int) (local >>> upperBankShift) & ((1 << upperBankBits) - 1);
    int plain = (upper << lowBankBits) | ((int) (local >>> lowBankShift) & lowBankBits);
    return plain ^ permutation(address);
  }

  private int permutation(long address) {
    return permutation == null ? 0 : permutation.apply(row(address)) << sliceBits;
  }

  /** Returns the row of an address within its bank; use it for equality only. */
  int row(long address) {
    if (ofProcess != null) {
      AddressMapping own = own(address);
      return own.row(address ^ own.moved);
    }
    return (int) (local(address) >>> rowShift);
  }

  /**
   * Returns the key that selects the set of an address: its line number within the channel without
   * the bank bits that select the slice.
   */
  long setKey(long address) {
    if (ofProcess != null) {
      AddressMapping own = own(address);
      return own.setKey(address ^ own.moved);
    }
    long local = local(address);
    if (sliceBits == 0) {
      return local >>> lineShift;
    }
    int columnBits = upperBankShift - lineShift - 1;
    int lowBits = lowBankShift - lineShift; // column bits below the lowest bank bit
    long low = (local >>> lineShift) & ((1L << lowBits) - 1);
    long column = (local >>> (lowBankShift + 1) << lowBits) & ((1L << columnBits) - 1);
    return low | column | ((local >>> (upperBankShift + sliceBits - 1)) << columnBits);
  }

  private long local(long address) {
    long block = address >>> interleaveShift;
    long share = powerOfTwoChannels ? block >>> channelShift : Long.divideUnsigned(block, channels);
    return (share << interleaveShift) | (address & ((1L << interleaveShift) - 1));
  }

  private static long mix(long value) {
    long h = (value ^ value >>> 33) * 0xff51afd7ed558ccdL;
    h = (h ^ h >>> 33) * 0xc4ceb9fe1a85ec53L;
    return h ^ h >>> 33;
  }

  private static int log2(int powerOfTwo) {
    return 31 - Integer.numberOfLeadingZeros(powerOfTwo);
  }
}
