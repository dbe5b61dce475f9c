package org.polyphony.workload.kernel;

import static java.util.Map.entry;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.polyphony.gpu.kernel.MemorySpace;
import org.polyphony.gpu.kernel.OpClass;

/**
 * What the mnemonics of Maxwell SASS (sm_50 to sm_53) need of an SM, and those of Hopper (sm_90)
 * that Maxwell does not have, as traces of either are read. Source: instruction set reference of
 * NVIDIA's CUDA Binary Utilities, tables of Maxwell and Pascal and of Hopper.
 */
final class Mnemonics {
  private static final Map<String, OpClass> CLASSES = new TreeMap<>();

  static {
    put(
        OpClass.INT,
        "IADD IADD3 IADD32I ISUB XMAD IMAD IMUL ISCADD LEA SHL SHR SHF BFE BFI LOP LOP3 LOP32I MOV"
            + " MOV32I SEL ISETP ISET ICMP PSETP PSET CSETP P2R R2P S2R CS2R IMNMX PRMT VABSDIFF"
            + " VADD VMNMX VOTE SHFL DEPBAR NOP");
    put(
        OpClass.FP32,
        "FADD FADD32I FMUL FMUL32I FFMA FFMA32I FMNMX FSETP FSET FCMP FCHK FSWZ HADD2 HMUL2 HFMA2");
    put(OpClass.FP64, "DADD DMUL DFMA DSETP DSET DMNMX");
    put(OpClass.SFU, "MUFU RRO I2F F2I F2F I2I POPC FLO");
    put(OpClass.BRANCH, "BRA BRX SSY SYNC CAL JCAL RET PBK BRK PCNT CONT");
    put(OpClass.TEXTURE, "TEX TEXS TLD TLDS TLD4");
    put(OpClass.LOAD, "LDG LD LDS LDL LDC");
    put(OpClass.STORE, "STG ST STS STL");
    put(OpClass.ATOMIC, "ATOM RED ATOMS");
    put(OpClass.BARRIER, "BAR");
    put(OpClass.FENCE, "MEMBAR");
    putHopper();
  }

  private static final Map<String, MemorySpace> SPACES =
      Map.ofEntries(
          entry("LDG", MemorySpace.GLOBAL),
          entry("LD", MemorySpace.GLOBAL),
          entry("LDS", MemorySpace.SHARED),
          entry("LDL", MemorySpace.LOCAL),
          entry("LDC", MemorySpace.CONSTANT),
          entry("STG", MemorySpace.GLOBAL),
          entry("ST", MemorySpace.GLOBAL),
          entry("STS", MemorySpace.SHARED),
          entry("STL", MemorySpace.LOCAL),
          entry("ATOM", MemorySpace.GLOBAL),
          entry("RED", MemorySpace.GLOBAL),
          entry("ATOMS", MemorySpace.SHARED),
          entry("TEX", MemorySpace.GLOBAL),
          entry("TEXS", MemorySpace.GLOBAL),
          entry("TLD", MemorySpace.GLOBAL),
          entry("TLDS", MemorySpace.GLOBAL),
          entry("TLD4", MemorySpace.GLOBAL),
          entry("REDG", MemorySpace.GLOBAL));

  private Mnemonics() {}

  private static void putHopper() {
    put(OpClass.INT, "PLOP3 VIADD VIMNMX IABS BMSK BREV SGXT");
    put(OpClass.UNIFORM, "R2UR S2UR UIADD3 UIMAD UISETP ULDC ULEA ULOP3 UMOV UPLOP3 USEL USHF");
    put(OpClass.BRANCH, "BREAK BSSY BSYNC WARPSYNC YIELD");
    put(OpClass.ATOMIC, "REDG");
  }

  private static void put(OpClass opClass, String mnemonics) {
    for (String mnemonic : mnemonics.split(" ", -1)) {
      CLASSES.put(mnemonic, opClass);
    }
  }

  /** Returns the class of a mnemonic with or without modifiers, null when it is unknown. */
  static OpClass opClass(String mnemonic) {
    return CLASSES.get(base(mnemonic));
  }

  /** Returns the memory of a mnemonic, {@link MemorySpace#NONE} when it has no address. */
  static MemorySpace space(String mnemonic) {
    return SPACES.getOrDefault(base(mnemonic), MemorySpace.NONE);
  }

  /** Returns the bytes per lane that the modifiers say: .64, .128, .U8, .S8, .U16, .S16; else 4. */
  static int widthBytes(String mnemonic) {
    for (String modifier : mnemonic.split("\\.", -1)) {
      switch (modifier) {
        case "64" -> {
          return 8;
        }
        case "128" -> {
          return 16;
        }
        case "U8", "S8" -> {
          return 1;
        }
        case "U16", "S16" -> {
          return 2;
        }
        default -> {}
      }
    }
    return 4;
  }

  /** Returns the mnemonics that are known, without modifiers. */
  static Set<String> known() {
    return CLASSES.keySet();
  }

  private static String base(String mnemonic) {
    int dot = mnemonic.indexOf('.');
    return dot < 0 ? mnemonic : mnemonic.substring(0, dot);
  }
}
