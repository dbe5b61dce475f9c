package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.Effect;
import org.polyphony.gpu.kernel.Fidelity;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.input.InvalidInputException;

/** Instructions of mbarriers, bulk copies and clusters in models. */
class AsyncInstructionsTest {
  private static final long FIRST = 1 << 28; // byte of global arrays

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SYNCS.EXCH.64(1) @ tile[0]                            | MBARRIER_INIT      | 1
          SYNCS.ARRIVE.TRANS64 @ tile[0]                        | MBARRIER_ARRIVE    | 0
          SYNCS.ARRIVE.TRANS64(4) @ tile[0]                     | MBARRIER_ARRIVE    | 1
          SYNCS.ARRIVE.TRANS64.RED(4096) @ tile[0]              | MBARRIER_EXPECT    | 1
          SYNCS.ARRIVE.TRANS64.RED.A1T0 @ tile[0]               | MBARRIER_ARRIVE_AT | 0
          SYNCS.ARRIVE.TRANS64.RED.A1T0(1) @ tile[0]            | MBARRIER_ARRIVE_AT | 1
          SYNCS.PHASECHK.TRANS64.TRYWAIT(0) @ tile[0]           | MBARRIER_WAIT      | 1
          UTMALDG.3D(2, 128, 256) @ a[0] -> tile[0]             | BULK_LOAD          | 4
          UTMALDG.3D.MULTICAST(2, 128, 256, 3) @ a[0] -> tile[0] | BULK_LOAD         | 5
          UBLKCP.S.G(256) @ a[0] -> tile[0]                     | BULK_LOAD          | 2
          UBLKCP.G.S(256) @ a[0]                                | BULK_STORE         | 1
          UTMASTG.3D(2, 128, 256) @ a[0]                        | BULK_STORE         | 3
          UTMAREDG.3D.ADD(2, 128, 256) @ a[0]                   | BULK_REDUCE        | 3
          UTMAPF.L2.3D(2, 128, 256) @ a[0]                      | BULK_PREFETCH      | 3
          UTMACMDFLUSH                                          | COMMIT_BULK        | 0
          UCGABAR_ARV                                           | CLUSTER_ARRIVE     | 0
          UCGABAR_WAIT                                          | CLUSTER_WAIT       | 0
          STAS.64(1) @ tile[0] -> tile[2]                       | CLUSTER_STORE      | 2
          LDS.CLUSTER R0 = @ tile[0]                            | REMOTE             | 0
          """)
  void areExecuted(String text, Effect effect, int operands) {
    InstructionTable table = TinyModel.kernel("'" + text + "'").instructions();

    assertEquals(effect, table.effect(0));
    assertEquals(operands, table.operandCount(0));
    assertEquals(Fidelity.Treatment.EXACT, table.fidelity(0).treatment());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SYNCS.PHASECHK.TRANS64.TRYWAIT @ tile[0]    | found SYNCS.PHASECHK.TRANS64.TRYWAIT, which is not modeled
          SYNCS.CCTL.IV @ tile[0]                     | found SYNCS.CCTL.IV, which is not modeled
          SYNCS.EXCH.64(0) @ tile[0]                  | found arrivals of SYNCS.EXCH.64 from 0 to 0, allowed: 1 to
          SYNCS.EXCH.64(1) @ a[0]                     | found SYNCS.EXCH.64 on a in GLOBAL memory
          UTMALDG.1D(256) @ a[0]                      | found UTMALDG.1D without a target
          UTMASTG.1D(256) @ a[0] -> tile[0]           | found UTMASTG.1D with a target
          UTMALDG.1D(256) @ a[0] -> a[0]              | found a target in GLOBAL memory
          UTMALDG.1D(256) @ a[0] -> tile[bx * 128]    | found target bytes 0 to 512 of tile
          UTMALDG.2D(2, 128) @ a[0] -> tile[0]        | found 2 operands of UTMALDG.2D, allowed: bytes; or rows
          UTMALDG.2D(3, 128, 256) @ a[0] -> tile[0]   | found a[0], bytes 0 to 639 of the array, allowed: bytes 0 to 511
          """)
  void areRefusedWhereSomethingIsMissing(String text, String expected) {
    String message = TinyModel.refusal("'" + text + "'");
    assertTrue(message.contains(expected), message);
  }

  @Test
  void aBoxBehindAConditionIsCheckedWhenItIsCopied() {
    Kernel kernel = TinyModel.kernel("{'if': 'tx == 0', 'then': ['UTMASTG.1D(256) @ a[bx * 96]']}");
    try (InstructionStream stream = kernel.open(1)) {
      stream.begin(0, 1);
      stream.next(0, 0);
      stream.next(0, 0);
      InvalidInputException e =
          assertThrows(InvalidInputException.class, () -> stream.addresses(0, 0, new long[32]));
      assertTrue(e.getMessage().contains("found a box up to byte 639 of a"), e.getMessage());
    }
  }

  @Test
  void operandsAreThoseOfTheTripAndTheTargetComesLast() {
    Kernel kernel =
        TinyModel.kernel(
            "{'loop': 'k', 'trips': 4, 'body': ['UTMALDG.2D(2, 64, 128 + k) @ a[k] ->"
                + " tile[2 * (k % 2)]']}");
    long[] operands = new long[8];
    try (InstructionStream stream = kernel.open(1)) {
      stream.begin(0, 0);
      for (int k = 0; k < 4; k++) {
        stream.next(0, 0);
        stream.operands(0, 0, operands);
        assertArrayEquals(new long[] {2, 64, 128 + k, 8L * (k % 2)}, Arrays.copyOf(operands, 4));
        stream.next(0, 0); // BRA
      }
    }
  }

  @Test
  void theThreadBlocksOfAClusterFollowEachOther() {
    String text =
        TinyModel.text("'LDG R0 = @ a[bx + 4 * by]'")
            .replace("\"grid\": [2]", "\"grid\": [4, 4], \"cluster\": [2, 2]");
    Kernel kernel = TinyModel.kernelOf(text);
    long[] lanes = new long[32];
    long[] order = new long[8];
    try (InstructionStream stream = kernel.open(1)) {
      for (int block = 0; block < order.length; block++) {
        stream.begin(0, block);
        stream.next(0, 0);
        stream.addresses(0, 0, lanes);
        order[block] = (lanes[0] - FIRST) / 4;
        stream.end(0);
      }
    }

    assertEquals(4, kernel.clusterSize());
    assertArrayEquals(new long[] {0, 1, 4, 5, 2, 3, 6, 7}, order);
  }

  @Test
  void aGridHasWholeClusters() {
    String text = TinyModel.text("'NOP'").replace("\"grid\"", "\"cluster\": [4], \"grid\"");
    assertTrue(
        TinyModel.refusalOf(text)
            .contains(
                "found 2 thread blocks in dimension 0, allowed: a multiple of the cluster's 4"),
        TinyModel.refusalOf(text));
  }
}
