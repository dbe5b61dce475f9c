package org.polyphony.gpu.mem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.polyphony.gpu.config.DramConfig;
import org.polyphony.gpu.config.Fill;
import org.polyphony.gpu.config.L2Config;
import org.polyphony.gpu.testing.Devices;

class AddressMappingTest {
  private static final TestDevice DEVICE = TestDevice.reference();
  private final AddressMapping hashed = new AddressMapping(DEVICE.dram(), DEVICE.l2(), List.of());
  private final AddressMapping plain =
      new AddressMapping(dram(4, false, false), DEVICE.l2(), List.of());
  private final AddressMapping permuted =
      new AddressMapping(dram(4, false, true), DEVICE.l2(), List.of());

  private static DramConfig dram(int channels, boolean hashed, boolean permuted) {
    return Devices.dram("channels", channels, "hashedChannels", hashed, "permuted", permuted);
  }

  private static int channelOf(int slice) {
    return slice / 4;
  }

  private static DramConfig slicesBy256Bytes(
      int channels, int columnBytes, int interleaveBytes, boolean permuted) {
    return Devices.dram(
        "channels " + channels + ", columnBytes " + columnBytes,
        "interleaveBytes " + interleaveBytes + ", permuted " + permuted,
        "hashedChannels false, bankInterleaveBytes 256, burstBytes 64");
  }

  /** The address map of GPGPU-Sim 3.2.2: the lowest bank bit follows 256 B and names the slice. */
  @Test
  void changesSliceAfterAsManyBytesOfAChannelAsTheDeviceSays() {
    DramConfig dram = slicesBy256Bytes(4, 4096, 256, false);
    AddressMapping mapping =
        new AddressMapping(dram, TestDevice.l2Filling(Fill.LINE, null), List.of());

    assertEquals(0, mapping.slice(128)); // the second line of channel 0
    assertEquals(1, mapping.slice(1024)); // the next 256 B of channel 0
    assertEquals(2, mapping.slice(256)); // channel 1
    assertEquals(0, mapping.setKey(0));
    assertEquals(1, mapping.setKey(128));
    assertEquals(0, mapping.setKey(1024)); // the slice's bit is no part of the set
    assertEquals(2, mapping.setKey(2048));
  }

  /** As atomics.cu and l2-replacement.cu found on devices: 1 KB in two slices, sets all as full. */
  @Test
  void spreadsLinesInOrderEvenlyOverTheSetsOfAllSlices() {
    DramConfig dram = slicesBy256Bytes(8, 2048, 1024, true);
    TestDevice device = DEVICE.with(TestDevice.l2Slices(16)).with(dram);
    AddressMapping mapping = new AddressMapping(device.dram(), device.l2(), List.of());
    AddressHash sets = AddressHash.polynomial(6);
    int[] lines = new int[16 * 64];

    for (long line = 0; line < 8 * 16 * 64; line++) {
      lines[mapping.slice(line * 128) * 64 + sets.apply(mapping.setKey(line * 128))]++;
    }

    assertTrue(Arrays.stream(lines).allMatch(n -> n == 8), Arrays.toString(lines));
    assertEquals(mapping.slice(0), mapping.slice(512 + 128));
    assertNotEquals(mapping.slice(0), mapping.slice(256));
  }

  /** Rows of a matrix whose pitch is a power of two: one column is read from all slices. */
  @ParameterizedTest
  @ValueSource(ints = {13, 14, 16, 20})
  void permutedSlicesOfAChannelShareStridesOfAPowerOfTwo(int shift) {
    DramConfig dram =
        Devices.dram(
            "channels 8, columnBytes 2048, interleaveBytes 1024, hashedChannels false",
            "permuted true, permutedSlices true, bankInterleaveBytes 256");
    TestDevice device = DEVICE.with(TestDevice.l2Slices(16)).with(dram);
    AddressMapping mapping = new AddressMapping(device.dram(), device.l2(), List.of());
    int[] rows = new int[16];

    for (long row = 0; row < 1024; row++) {
      rows[mapping.slice(row << shift)]++;
    }

    assertTrue(Arrays.stream(rows).allMatch(n -> n == 64), Arrays.toString(rows));
    assertEquals(mapping.slice(0), mapping.slice(512 + 128));
    assertNotEquals(mapping.slice(0), mapping.slice(256));
  }

  /** Addresses by the bits that are set, without a hash. */
  @ParameterizedTest(name = "{0} of {1}")
  @CsvSource({
    "bank, '', 0", // from above the line and above the column
    "bank, 7, 1",
    "bank, 14, 2", // bits 8 and 9 are the channel
    "bank, 16, 8",
    "bank, 17, 0",
    "channel, 0 1 2 3 4 5 6 7, 0",
    "channel, 8, 1",
    "channel, 8 9, 3",
    "channel, 10, 0",
    "slice, 7, 1", // by the lowest bank bits
    "slice, 14, 2",
    "slice, 15, 0",
    "key, 7 8 9 14, 0", // neither channel nor slice
    "key, 10, 1",
    "key, 15, 16",
    "key, 17, 64"
  })
  void takesBits(String what, String bits, long value) {
    long address =
        Stream.of(bits.split(" ", -1))
            .filter(bit -> !bit.isEmpty())
            .mapToLong(bit -> 1L << Integer.parseInt(bit))
            .sum();

    assertEquals(
        value,
        switch (what) {
          case "bank" -> plain.bank(address);
          case "channel" -> channelOf(plain.slice(address));
          case "slice" -> plain.slice(address);
          default -> plain.setKey(address);
        });
  }

  @Test
  void takesRowsFromAboveTheBanks() {
    assertEquals(plain.row(0), plain.row((1L << 17) - 1));
    assertNotEquals(plain.row(0), plain.row(1L << 17));
  }

  @Test
  void keepsTheBytesOfAHashedRunTogether() {
    for (long run = 0; run < 1000; run++) {
      assertEquals(hashed.slice(run * 64), hashed.slice(run * 64 + 63));
    }
  }

  @Test
  void spreadsHashedRunsEvenly() {
    int[] runs = new int[16];
    for (long run = 0; run < 16_000; run++) {
      runs[hashed.slice(run * 64)]++;
    }

    assertTrue(Arrays.stream(runs).allMatch(n -> n > 850 && n < 1150), Arrays.toString(runs));
  }

  @Test
  void spreadsOverANumberOfChannelsThatIsNoPowerOfTwo() {
    TestDevice six = DEVICE.with(TestDevice.l2Slices(12)).with(dram(6, false, false));
    AddressMapping mapping = new AddressMapping(six.dram(), six.l2(), List.of());

    assertEquals(5, mapping.slice(5 * 256) / 2);
    assertEquals(0, mapping.slice(6 * 256) / 2);
    assertEquals(mapping.bank(0), mapping.bank(5 * 256));
  }

  @Test
  void permutesTheBlocksOfARowOverTheSameChannelsAndBanks() {
    boolean[] met = new boolean[4 * 16 * 2];
    for (long line = 0; line < 1 << 10; line++) { // 128 KB: a row of every bank and channel
      long address = (5L << 17) + line * 128;
      int column = (int) (line >> 3 & 1); // one bit of it is enough
      int place = channelOf(permuted.slice(address)) * 16 + permuted.bank(address);
      met[place * 2 + column] = true;
      assertEquals(plain.row(address), permuted.row(address));
    }

    for (int i = 0; i < met.length; i++) {
      assertTrue(met[i], "no block at " + i);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 18, 19, 20, 24})
  void permutedRowsAPowerOfTwoApartLieInDifferentBanksOfTheirSlice(int shift) {
    Set<Integer> banks = new HashSet<>();
    for (long i = 0; i < 4; i++) {
      banks.add(permuted.bank(i << shift));
      assertEquals(0, permuted.slice(i << shift) % 4);
    }

    assertEquals(4, banks.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 11, 17, 24, 33})
  void permutedBlocksAPowerOfTwoApartLieInDifferentChannels(int shift) {
    Set<Integer> channels = new HashSet<>();
    for (long i = 0; i < 4; i++) {
      channels.add(channelOf(permuted.slice(i << shift)));
    }

    assertEquals(4, channels.size());
  }

  @Test
  void permutedLinesHaveDifferentKeysInTheirSlice() {
    Set<Long> keys = new HashSet<>();
    for (long line = 0; line < 1 << 14; line++) {
      keys.add(permuted.setKey(line * 128) * 16 + permuted.slice(line * 128));
    }

    assertEquals(1 << 14, keys.size());
  }

  /** Pieces 0 and 3 have an even number of bits, pieces 1 and 2 an odd one. */
  @ParameterizedTest
  @ValueSource(ints = {2048, 4096})
  void piecesOfMemoryAreNearToEverySecondPairOfSms(int piece) {
    L2Config l2 = Devices.l2("halfInterleaveBytes", piece);
    AddressMapping mapping = new AddressMapping(DEVICE.dram(), l2, List.of());

    assertFalse(mapping.isFar(0, piece - 1));
    assertTrue(mapping.isFar(1, piece));
    assertTrue(mapping.isFar(2, 3L * piece));
    assertFalse(mapping.isFar(3, 2L * piece));
    assertFalse(mapping.isFar(4, 0));
  }
}
