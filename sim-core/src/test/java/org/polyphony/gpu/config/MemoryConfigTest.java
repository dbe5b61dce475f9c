package org.polyphony.gpu.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.testing.Devices;
import org.polyphony.input.Keys;
import org.polyphony.input.Violation;

class MemoryConfigTest {
  private static L2Config l2(int bytes, int ways, int missQueue) {
    return Devices.l2("bytes", bytes, "ways", ways, "missQueue", missQueue);
  }

  /** 16 KiB of data, four ways, lines of 128 B. */
  private static L1dConfig l1d(int tagBytes, List<List<Integer>> setHash) {
    return Devices.l1d(
        "bytes 16384, ways 4, banks 4, hitLatency 30, mshrEntries 8, missQueue 8",
        "writeEvicts false, writeAllocates true, tagBytes " + tagBytes,
        "setHash",
        setHash);
  }

  private static String paths(Record config) {
    return Keys.violations(config).stream().map(Violation::path).collect(Collectors.joining(" "));
  }

  @ParameterizedTest(name = "{4}")
  @CsvSource({
    "2097152, 16, 16, '', the reference",
    "2097152, 16, 1, missQueue, no room in the miss queue for a read and a write-back",
    "2097152, 16, 2, '', room for both",
    "67108864, 1, 16, bytes, 32768 sets of one way with a list each",
    "67108864, 2, 16, '', half as many"
  })
  void checksL2(int bytes, int ways, int missQueue, String wrong, String why) {
    assertEquals(wrong, paths(l2(bytes, ways, missQueue)), why);
  }

  /** Bits of the set, of lines of 128 B: 32 sets of 16 KiB. */
  @ParameterizedTest(name = "{3}")
  @CsvSource({
    "0, 7 8 9 10 11, '', as many bits as sets",
    "32768, 7 8 9 10 11, setHash, 64 sets of tags",
    "0, 7 8 9 10, setHash, a bit is missing",
    "0, 7 8 9 10 6, setHash, a bit from within a line",
    "32768, , '', more tags than lines of data",
    "8192, , tagBytes, fewer"
  })
  void checksL1(int tagBytes, String bits, String wrong, String why) {
    List<List<Integer>> hash =
        bits == null
            ? null
            : Stream.of(bits.split(" ", -1)).map(bit -> List.of(Integer.valueOf(bit))).toList();

    assertEquals(wrong, paths(l1d(tagBytes, hash)), why);
  }
}
