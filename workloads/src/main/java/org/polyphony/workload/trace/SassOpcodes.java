package org.polyphony.workload.trace;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.polyphony.gpu.kernel.OpClass;

/**
 * The class of every SASS opcode, by the SM version of the code.
 *
 * <p>Source: the opcode categories of Accel-Sim's {@code ISA_Def} tables (Pascal, Volta, Turing,
 * Ampere, Hopper), so that a trace means the same here as there. What their categories become:
 *
 * <ul>
 *   <li>SP_OP is FP32, DP_OP FP64, SFU_OP SFU (only MUFU is), INTP_OP INT;
 *   <li>ALU_OP (moves, conversions, shuffles, votes, predicates, surface operations, S2R, NOP, and
 *       LDC, whose constant access Accel-Sim does not model) is INT: they share its pipe and its
 *       latency;
 *   <li>SPECIALIZED_UNIT 1 is BRANCH, 2 TEXTURE, 3 TENSOR, 4 UNIFORM; BARRIER_OP, MEMORY_BARRIER_OP
 *       and EXIT_OPS are BARRIER, FENCE and EXIT (there with a latency of one cycle in the SP pipe,
 *       but MEMORY_BARRIER_OP goes through the memory pipe);
 *   <li>ATOM, ATOMG, RED are loads done at L2 there, ATOMS a shared-memory access: ATOMIC.
 * </ul>
 *
 * <p>Differs: KILL, which stands with the tensor unit in the Turing and newer tables, is BRANCH.
 * Accel-Sim of October 2024 has no table for SM 90; the later one has VIMNMX and VIMNMX3 as SP_OP,
 * INT here: the two classes have one pipe where there are no separate integer units. LDGDEPBAR and
 * DEPBAR are INT: the wait for LDGSTS groups is not modelled.
 */
final class SassOpcodes {
  private static final String COMMON =
      """
      FP32: FADD FADD32I FCHK FFMA32I FFMA FMNMX FMUL FMUL32I FSEL FSET FSETP FSWZADD
      FP32: HADD2 HADD2_32I HFMA2 HFMA2_32I HMUL2 HMUL2_32I HSET2 HSETP2
      SFU: MUFU
      FP64: DADD DFMA DMUL DSETP
      INT: BMSK BREV FLO IABS IADD IADD3 IADD32I IDP IDP4A IMAD IMNMX IMUL IMUL32I ISCADD
      INT: ISCADD32I ISETP LEA LOP LOP3 LOP32I POPC SHF SHL SHR VABSDIFF VABSDIFF4
      INT: F2F F2I I2F I2I I2IP FRND MOV MOV32I PRMT SEL SGXT SHFL PLOP3 PSETP P2R R2P
      INT: LDC MATCH QSPC CCTL CCTLL ERRBAR CCTLT
      INT: B2R CS2R CSMTEST DEPBAR GETLMEMBASE LEPC NOP PMTRIG R2B S2R SETCTAID SETLMEMBASE
      INT: VOTE VOTE_VTG
      BRANCH: BMOV BPT BRA BREAK BRX BSSY BSYNC CALL JMP JMX KILL NANOSLEEP RET RPCMOV RTT
      BRANCH: WARPSYNC YIELD
      TEXTURE: TEX TLD TLD4 TMML TXD TXQ
      LOAD: LD LDG LDL LDS
      STORE: ST STG STL STS
      ATOMIC: ATOM ATOMS ATOMG RED
      BARRIER: BAR
      FENCE: MEMBAR
      EXIT: EXIT
      """;

  private static final String PASCAL =
      """
      FP32: RRO FCMP
      FP64: DMNMX DSET
      INT: IMMA ISET VADD BFE BFI ICMP IMADSP XMAD VMNMX CSET CSETP PSET
      INT: TEX TLD TLD4 TMML TXD TXQ TEXS TLD4S TLDS
      BRANCH: SSY SYNC CAL JCAL PRET BRK PBK CONT PCNT PEXIT
      """;

  private static final String VOLTA =
      """
      TENSOR: HMMA
      INT: IMMA
      """;

  private static final String TURING =
      """
      TENSOR: BMMA IMMA
      INT: MOVM SUATOM SULD SURED SUST
      LOAD: LDSM
      BRANCH: BRXU JMXU
      UNIFORM: R2UR S2UR UBMSK UBREV UCLEA UFLO UIADD3 UIMAD UISETP ULDC ULEA ULOP ULOP3 ULOP32I
      UNIFORM: UMOV UP2UR UPLOP3 UPOPC UPRMT UPSETP UR2UP USEL USGXT USHF USHL USHR VOTEU
      """;

  private static final String AMPERE =
      """
      FP32: HMNMX2
      TENSOR: DMMA
      INT: F2FP I2FP F2IP SUQUERY LDGDEPBAR
      UNIFORM: REDUX UF2FP
      LOAD: LDGSTS
      """;

  private static final String HOPPER =
      """
      INT: VIADD VIADDMNMX VIMNMX VIMNMX3 CGAERRBAR ACQBULK STSM SYNCS ARRIVES STAS
      INT: UCGABAR_ARV UCGABAR_WAIT WARPGROUP USETMAXREG PREEXIT USETSHMSZ
      ATOMIC: REDG
      UNIFORM: UBLKCP UBLKPF UBLKRED UTMALDG UTMAPF UTMAREDG UTMASTG UTMACCTL UTMACMDFLUSH
      FENCE: FENCE
      TENSOR: QGMMA HGMMA IGMMA
      BRANCH: ELECT
      """;

  private static final Map<Integer, Map<String, OpClass>> BY_VERSION = build();

  private SassOpcodes() {}

  /** Returns whether there is a table for an SM version. */
  static boolean supports(int binaryVersion) {
    return BY_VERSION.containsKey(binaryVersion);
  }

  /** Returns the SM versions that have a table, for messages. */
  static String supported() {
    return BY_VERSION.keySet().toString();
  }

  /**
   * Returns the class of an opcode.
   *
   * @param binaryVersion an SM version that {@link #supports}
   * @param name the opcode up to its first dot
   * @return its class; null when the table does not have it
   */
  static OpClass classOf(int binaryVersion, String name) {
    return BY_VERSION.get(binaryVersion).get(name);
  }

  private static Map<Integer, Map<String, OpClass>> build() {
    Map<Integer, Map<String, OpClass>> tables = new TreeMap<>();
    tables.put(60, table(COMMON, PASCAL));
    tables.put(61, table(COMMON, PASCAL));
    tables.put(70, table(COMMON, VOLTA));
    tables.put(72, table(COMMON, VOLTA));
    tables.put(75, table(COMMON, VOLTA, TURING));
    for (int ampere : new int[] {80, 86, 87, 89}) { // Ada (89) has Ampere's instruction set
      tables.put(ampere, table(COMMON, VOLTA, TURING, AMPERE));
    }
    tables.put(90, table(COMMON, VOLTA, TURING, AMPERE, HOPPER));
    return tables;
  }

  private static Map<String, OpClass> table(String... parts) {
    Map<String, OpClass> table = new HashMap<>();
    for (String part : parts) {
      for (String line : part.strip().split("\n", -1)) {
        String[] words = line.strip().split("[: ]+", -1);
        OpClass opClass = OpClass.valueOf(words[0]);
        for (int i = 1; i < words.length; i++) {
          table.put(words[i], opClass);
        }
      }
    }
    return table;
  }
}
