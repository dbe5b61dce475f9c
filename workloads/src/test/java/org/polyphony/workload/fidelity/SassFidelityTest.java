package org.polyphony.workload.fidelity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.Fidelity.Treatment;

class SassFidelityTest {
  private static final Path RESOURCES = Path.of("src/main/resources/org/polyphony/workload");

  private static JsonNode read(String file) throws IOException {
    return new ObjectMapper().readTree(Files.readString(RESOURCES.resolve(file)));
  }

  private static void addOpcodes(JsonNode classes, Set<String> all) {
    classes.forEach(names -> all.addAll(List.of(names.asText().split(" ", -1))));
  }

  @Test
  void tellsOfEveryOpcodeOfTheOtherTables() throws IOException {
    Set<String> opcodes = new TreeSet<>();
    read("sass/sass-opcodes.json").path("sets").forEach(set -> addOpcodes(set, opcodes));

    opcodes.removeIf(SassFidelity::knows);

    assertEquals(Set.of(), opcodes);
  }

  @Test
  void tellsOfAnOpcodeWithTheSameModifiersOnce() throws IOException {
    Set<String> seen = new HashSet<>();
    for (JsonNode group : read("fidelity/sass-fidelity.json").path("opcodes")) {
      group
          .propertyStream()
          .filter(names -> !List.of("treatment", "how").contains(names.getKey()))
          .flatMap(names -> List.of(names.getValue().asText().split(" ", -1)).stream())
          .forEach(name -> assertTrue(seen.add(name), name));
    }
  }

  @Test
  void saysHowWhatIsNotExactIsExecuted() throws IOException {
    for (JsonNode group : read("fidelity/sass-fidelity.json").path("opcodes")) {
      boolean isExact = group.path("treatment").asText().equals("EXACT");
      assertEquals(isExact, group.path("how").asText().isEmpty(), group.toString());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "EXACT, IADD3 FFMA.FTZ DADD MUFU.EX2 I2F.U32.RP BAR.SYNC.DEFER_BLOCKING MEMBAR.SC.GPU DEPBAR",
    "EXACT, HMMA.16816.F32 HMMA.884.F16.F16.STEP0 S2UR LDC.64 BSSY NOP EXIT HFMA2.MMA",
    "EXACT, LDSM.16.M88.4 LDGSTS.E.BYPASS.128 LDGDEPBAR DEPBAR.LE WARPGROUP.DEPBAR.LE ELECT",
    "EXACT, HMMA.1688.F32.TF32 IMMA.16832.S8.S8",
    "APPROXIMATED, HMMA.SP.16832.F32 HGMMA.64x256x16.F32.BF16",
    "APPROXIMATED, QGMMA.64x128x32.F32.E4M3.E4M3 WARPGROUP.ARRIVE USETMAXREG.DEALLOC.CTAPOOL",
    "APPROXIMATED, BAR.RED.POPC.DEFER_BLOCKING MEMBAR.SC.CTA FENCE.VIEW.ASYNC NANOSLEEP",
    "IGNORED, CCTL.IVALL ERRBAR CGAERRBAR",
    "NOT_MODELLED, UTMALDG.2D UTMASTG.3D UTMAREDG.2D.ADD UBLKCP.S.G UTMACMDFLUSH UBLKPF",
    "NOT_MODELLED, SYNCS.PHASECHK.TRANS64.TRYWAIT SYNCS.ARRIVE.TRANS64",
    "NOT_MODELLED, UCGABAR_ARV UCGABAR_WAIT STAS REDAS ACQBULK",
    "NOT_MODELLED, ARRIVES.LDGSTSBAR.64 BAR.ARV STSM.16.M88.4 TEX.B.LL SULD.D.2D",
    "NOT_MODELLED, UTCHMMA FROB"
  })
  void classifiesWhatTracesContain(Treatment expected, String mnemonics) {
    for (String mnemonic : mnemonics.split(" ", -1)) {
      assertEquals(expected, SassFidelity.of(mnemonic, false, false).treatment(), mnemonic);
    }
  }

  /** Of a model or a trace: a mnemonic, and whether it has addresses and operands. */
  @ParameterizedTest
  @CsvSource({
    "true, BAR.ARV, false, true, EXACT",
    "true, BAR.ARV, false, false, NOT_MODELLED",
    "true, HGMMA.64x8x16.F32, false, false, EXACT",
    "true, STSM.16.M88, true, true, EXACT",
    "false, NANOSLEEP, false, true, EXACT",
    "false, TEX.U16, true, false, EXACT",
    "false, LDG.E, true, false, EXACT"
  })
  void dependsOnAddressesAndOperands(
      boolean isModel, String mnemonic, boolean addresses, boolean operands, Treatment expected) {
    assertEquals(
        expected,
        isModel
            ? SassFidelity.ofModel(mnemonic, addresses, operands).treatment()
            : SassFidelity.of(mnemonic, addresses, operands).treatment());
  }
}
