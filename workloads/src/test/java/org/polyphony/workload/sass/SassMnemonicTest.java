package org.polyphony.workload.sass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

class SassMnemonicTest {
  private static SassMnemonic sass(String text, int width) {
    return new SassMnemonic(text, 90, width);
  }

  @ParameterizedTest
  @CsvSource({
    "FP32, FFMA HFMA2.MMA FSETP.GE.AND FCHK",
    "FP64, DFMA",
    "SFU, MUFU.RCP",
    "INT, F2F.F64.F32 I2F.U32.RP F2I.FTZ.U32.TRUNC.NTZ I2FP.F32.S32 IMAD.WIDE",
    "INT, IMAD.MOV.U32 MOV S2R CS2R SHFL.BFLY VOTE.ANY PRMT P2R POPC PLOP3.LUT LDC.64",
    "INT, NOP CCTL.IVALL ERRBAR DEPBAR.LE LDGDEPBAR VIADD VIMNMX",
    "BRANCH, BRA BSSY BSYNC WARPSYNC CALL.REL.NOINC RET.REL.NODEC",
    "EXIT, EXIT",
    "UNIFORM, ULDC.64 R2UR S2UR VOTEU.ALL REDUX",
    "TENSOR, HMMA.16816.F32 IMMA.16832.S8.S8 HGMMA.64x64x16.F16",
    "TEXTURE, TEX",
    "BARRIER, BAR.SYNC.DEFER_BLOCKING",
    "FENCE, MEMBAR.SC.GPU"
  })
  void classifiesAsAccelSimDoes(OpClass expected, String texts) {
    for (String text : texts.split(" ", -1)) {
      SassMnemonic mnemonic = sass(text, 0);

      assertEquals(expected, mnemonic.opClass(mnemonic.space()), text);
      assertEquals(MemorySpace.NONE, mnemonic.space(), text);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "LDG.E, LOAD, GLOBAL", "LDGSTS.E.BYPASS.128, LOAD, GLOBAL", "STG.E.64, STORE, GLOBAL",
    "LDS.U.128, LOAD, SHARED", "LDSM.16.M88.4, LOAD, SHARED", "STS, STORE, SHARED",
    "ATOMS.POPC.INC.32, ATOMIC, SHARED", "ATOMG.E.ADD, ATOMIC, GLOBAL", "RED.E.ADD, ATOMIC, GLOBAL",
    "REDG.E.ADD.STRONG.GPU, ATOMIC, GLOBAL", "LDL.LU, LOAD, LOCAL", "STL.64, STORE, LOCAL",
    "LDC, LOAD, CONSTANT"
  })
  void placesMemoryAccesses(String text, OpClass opClass, MemorySpace space) {
    SassMnemonic mnemonic = sass(text, 4);

    assertTrue(mnemonic.isMemory());
    assertEquals(space, mnemonic.space());
    assertEquals(opClass, mnemonic.opClass(space));
  }

  @ParameterizedTest
  @CsvSource({
    "LDG.E, 4, 4", "LDG.E.64, 4, 8", "LDG.E.128.CONSTANT, 4, 16", "LDG.E.U8, 4, 1",
    "LDG.E.S16, 4, 2", "LDG.E.LTC128B, 4, 4", "LDG.E.LTC128B.64, 4, 8", "ATOMG.E.ADD.F64, 8, 8",
    "RED.E.ADD.F32.FTZ.RN, 4, 4", "LDSM.16.M88.4, 4, 16", "LDG.E, 32, 4", "STG.E.U16, 4, 2"
  })
  void takesTheWidthFromTheOpcodeElseFromTheTrace(String text, int traced, int expected) {
    assertEquals(expected, sass(text, traced).widthBytes());
  }

  /** Shared atomics are idempotent: a thread block that starts again has lost its shared memory. */
  @ParameterizedTest
  @CsvSource({
    "GLOBAL, 'LDG.E LDG.E.STRONG.SM STG.E', 0",
    "GLOBAL, 'LDG.E.STRONG.GPU LDG.E.STRONG.SYS LD.VOLATILE', " + InstructionTable.BYPASS_L1,
    "GLOBAL, LDG.E.CONSTANT, " + InstructionTable.READ_ONLY,
    "GLOBAL, 'ATOMG.E.ADD.STRONG.GPU RED.E.MAX REDG.E.ADD ATOM.E.CAS', "
        + (InstructionTable.BYPASS_L1 | InstructionTable.NON_IDEMPOTENT),
    "SHARED, ATOMS.ADD, 0"
  })
  void hasTheFlagsOfItsModifiers(MemorySpace space, String texts, int flags) {
    for (String text : texts.split(" ", -1)) {
      assertEquals(flags, sass(text, 4).flags(space), text);
    }
  }

  @Test
  void takesAnUnknownOpcodeAsInteger() {
    SassMnemonic mnemonic = sass("FROBNICATE.X", 4);

    assertTrue(mnemonic.isUnknown());
    assertEquals(OpClass.INT, mnemonic.opClass(mnemonic.space()));
    assertFalse(mnemonic.isMemory());
  }

  @ParameterizedTest
  @CsvSource({
    "IMMA, 70, INT",
    "IMMA, 75, TENSOR",
    "TEX, 61, INT",
    "TEX, 70, TEXTURE",
    "SSY, 60, BRANCH",
    "XMAD, 52, INT",
    "XMAD, 61, INT",
    "R2UR, 75, UNIFORM",
    "DMMA, 86, TENSOR",
    "LDGSTS, 89, LOAD"
  })
  void followsTheTableOfTheBinaryVersion(String name, int version, OpClass expected) {
    assertEquals(expected, SassOpcodes.classOf(version, name));
  }

  @ParameterizedTest
  @CsvSource({"ULDC, 70", "REDUX, 75", "VIADD, 89", "SSY, 90"})
  void lacksOpcodesOfOtherArchitectures(String name, int version) {
    assertTrue(new SassMnemonic(name, version, 0).isUnknown());
  }
}
