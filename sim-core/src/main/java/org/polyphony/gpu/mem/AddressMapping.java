package org.polyphony.gpu.mem;

import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.L2Config;

/**
 * Where an address lies: slice of L2, bank and row of DRAM, and the key of its set in the slice.
 *
 * <p>Consecutive {@code interleaveBytes} go to a channel. The address within the channel is, from
 * high to low: row, upper bank bits, column, lowest bank bit (just above the line, or where the
 * device says), column, byte. The slices of a channel take the lowest bank bits; or, hashed, each
 * run of interleave / slices of a channel bytes lies in a slice that is a pseudo-random function of
 * the address. Permuted, a hash of the row is added to the bank bits that name no slice, and one of
 * all higher bits to the channel, so that addresses a power of two apart camp in neither (Zhang et
 * al., MICRO 2000; Ruetsch and Micikevicius, 2009, on partition camping). Source: the mapping
 * {@code dramid@8;...R.RBBBCCCC.BCCSSSSS} of the reference simulator and its random partition
 * index. Differs: a fixed hash instead of random numbers in order of first use.
 */
final class AddressMapping {
  private final int slices;
  private final int slicesPerChannel;
  private final int channels;
  private final boolean powerOfTwoChannels;
  private final int channelShift;
  private final int interleaveShift;
  private final boolean hashed;
  private final int granuleShift;
  private final int lineShift;
  private final int lowBankBits; // 0 or 1, so also the mask
  private final int lowBankShift;
  private final int upperBankShift;
  private final int upperBankBits;
  private final int rowShift;
  private final int sliceBits;
  private final int halfShift;
  private final AddressHash permutation; // null when rows lie in the plain order
  private final AddressHash channelPermutation; // null when channels lie in the plain order

  AddressMapping(DramConfig dram, L2Config l2) {
    slices = l2.slices();
    channels = dram.channels();
    slicesPerChannel = slices / channels;
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
  }

  /** Returns the slice that holds an address, from 0. */
  int slice(long address) {
    if (hashed) {
      return (int) (((mix(address >>> granuleShift) >>> 32) * slices) >>> 32);
    }
    int channel = channel(address >>> interleaveShift);
    return channel * slicesPerChannel + bank(address) % slicesPerChannel;
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

  /** Returns how many bytes, aligned to as many, always lie in one slice; a power of two. */
  int bytesInOneSlice() {
    return 1 << (hashed ? granuleShift : Math.min(interleaveShift, lineShift));
  }

  int channelOf(int slice) {
    return slice / slicesPerChannel;
  }

  /**
   * Returns whether memory is behind the half of L2 that is not an SM's. The two SMs of a TPC
   * belong to the same half. Differs: an NVIDIA H200 hashes the address
   * (experiments/hardware/l2-halves.cu); which hash is not known, so the parity of its bits stands
   * for it.
   */
  boolean isFar(int sm, long address) {
    return ((sm >>> 1 ^ Long.bitCount(address >>> halfShift)) & 1) != 0;
  }

  int bank(long address) {
    long local = local(address);
    int upper = (int) (local >>> upperBankShift) & ((1 << upperBankBits) - 1);
    int plain = (upper << lowBankBits) | ((int) (local >>> lowBankShift) & lowBankBits);
    return plain ^ permutation(address);
  }

  private int permutation(long address) {
    return permutation == null ? 0 : permutation.apply(row(address)) << sliceBits;
  }

  /** Returns the row of an address within its bank; only equality has a meaning. */
  int row(long address) {
    return (int) (local(address) >>> rowShift);
  }

  /**
   * Returns what the set of an address is made from: its line number within the channel without the
   * bank bits that name slices.
   */
  long setKey(long address) {
    long local = local(address);
    if (sliceBits == 0) {
      return local >>> lineShift;
    }
    int columnBits = upperBankShift - lineShift - 1;
    int lowBits = lowBankShift - lineShift; // of the column, below the lowest bank bit
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
