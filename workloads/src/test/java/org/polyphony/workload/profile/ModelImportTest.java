package org.polyphony.workload.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;
import org.polyphony.input.InvalidInputException;
import org.polyphony.workload.kernel.ModelOptions;
import org.polyphony.workload.kernel.ModelWorkload;
import org.polyphony.workload.profile.ModelImport.Imported;

/** The report of the tests has four launches of an H200: a GEMM, GELU, a transpose, a reduction. */
class ModelImportTest {
  private static final int GEMM = 0;
  private static final int GELU = 1;
  private static final int TRANSPOSE = 2;
  private static final int REDUCTION = 3;

  @TempDir Path folder;

  @Test
  void aLaunchIsNamedByItsRange() throws IOException {
    List<String> names = imported().stream().map(Imported::name).toList();

    assertEquals(List.of("gemm_thin", "gelu", "transpose", "row_max"), names);
  }

  @Test
  void addressesThatTheCodeComputesAreKept() throws IOException {
    String model = imported().get(GELU).json().toString();

    assertTrue(model.contains("@ array0[thread * 16 + bx * 2048]"), model);
    assertTrue(model.contains("@ array1[thread * 16 + bx * 2048]"), model);
    assertTrue(model.contains("\"array0\":{\"element\":1,\"count\":402653184}"), model);
  }

  @Test
  void lanesThatReadFarApartReadATransposedMatrix() throws IOException {
    Imported transpose = imported().get(TRANSPOSE);

    assertTrue(transpose.notes().get(0).contains("8192 elements apart"), transpose.notes().get(0));
  }

  @Test
  void aPipelineHasTheStagesAndStepsOfItsTiles() throws IOException {
    Imported gemm = imported().get(GEMM);

    assertTrue(
        gemm.notes()
            .get(gemm.notes().size() - 1)
            .startsWith("a pipeline of 3 stages of 57344 bytes, 64 steps a tile, 128 tiles"),
        gemm.notes().toString());
    assertTrue(
        gemm.json().toString().contains("UTMALDG.3D.MULTICAST(32, 128, 8192, 3) @ operandB"));
  }

  /** Of 1,024 tiles, 66 clusters have two each by their index and then draw until none is left. */
  @Test
  void aLaunchThatExecutesAnAtomicForItsTilesDrawsThem() throws IOException {
    Imported bmm = drawn();

    assertEquals(
        "clusters draw their tiles: ATOMG.E.ADD draws 958 of 1024",
        bmm.notes().get(bmm.notes().size() - 2));
    assertEquals(1024, kernel(bmm, 1).tiles());
    assertEquals(17 * 1024 / 66, kernel(bmm, 0.25).tiles()); // 17 of 66 clusters
    assertEquals(0, kernel(imported().get(GEMM)).tiles());
  }

  @Test
  void producersAndConsumersGoOverTheSameTiles() throws IOException {
    Kernel kernel = kernel(drawn(), 1);
    long executed;
    try (InstructionStream stream = kernel.open(1)) {
      stream.begin(0, 0);
      for (long tile = 0; tile <= 1024; tile += 64) { // the last number ends the loops
        stream.drawn(0, tile);
      }
      executed = executed(stream, kernel);
    }

    double counted = 13_048_692 / 132.0; // of a thread block, which has 1024 / 66 tiles
    assertEquals(1, executed / (counted * 16 / (1024 / 66.0)), 0.05, "executed over counted");
  }

  private Imported drawn() throws IOException {
    Path source = folder.resolve("drawn.csv.gz");
    try (var in = ModelImportTest.class.getResourceAsStream("drawn-source.csv.gz")) {
      Files.write(source, in.readAllBytes());
    }
    return read(source, write("raw.csv", resource("drawn-raw.csv"))).get(0);
  }

  @ParameterizedTest
  @CsvSource({"1, 189530112", "2, 94371840", "3, 110362611"})
  void aModelExecutesAsManyWarpInstructionsAsTheLaunch(int launch, long counted)
      throws IOException {
    Imported model = imported().get(launch);
    Kernel kernel = kernel(model);
    int blocks = 32;
    long executed = 0;
    try (InstructionStream stream = kernel.open(1)) {
      for (int b = 0; b < blocks; b++) {
        executed += executed(stream, kernel, b * (kernel.threadBlocks() / blocks));
      }
    }

    double ratio = (double) executed / blocks * kernel.threadBlocks() / counted;
    assertEquals(1, ratio, 0.05, "executed over counted");
  }

  private static long executed(InstructionStream stream, Kernel kernel, long block) {
    stream.begin(0, block);
    long found = executed(stream, kernel);
    stream.end(0);
    return found;
  }

  private static long executed(InstructionStream stream, Kernel kernel) {
    long found = 0;
    for (int warp = 0; warp < kernel.warpsPerBlock(); warp++) {
      while (stream.next(0, warp) != InstructionStream.END) {
        found++;
      }
    }
    return found;
  }

  @Test
  void aLoopMakesTheTripsThatItsCountsSay() throws IOException {
    String model = imported().get(REDUCTION).json().toString();

    assertTrue(model.contains("{\"loop\":\"k0\",\"trips\":\"4\""), model);
  }

  @Test
  void everyModelIsAValidWorkload() throws IOException {
    for (Imported model : imported()) {
      assertTrue(kernel(model).threadBlocks() > 0);
    }
  }

  @Test
  void aFileThatIsNoSourcePageIsRefused() throws IOException {
    Path raw = write("raw.csv", resource("raw.csv"));

    refuses(raw, raw, "not the source page of an Nsight Compute report");
  }

  @Test
  void aFileThatIsNoRawPageIsRefused() throws IOException {
    Path source = write("source.csv", resource("source.csv"));

    refuses(source, source, "not the raw page of an Nsight Compute report");
  }

  @Test
  void pagesOfTwoReportsAreRefused() throws IOException {
    String raw = resource("raw.csv");
    Path shorter = write("raw.csv", raw.substring(0, raw.stripTrailing().lastIndexOf('\n') + 1));

    refuses(write("source.csv", resource("source.csv")), shorter, "3 launches, but 4 in");
  }

  @Test
  void aReportWithoutACounterThatIsNeededIsRefused() throws IOException {
    Path source =
        write("source.csv", resource("source.csv").replace("\"Instructions Executed\"", "\"X\""));

    refuses(source, write("raw.csv", resource("raw.csv")), "line 2: no column \"Instructions Ex");
  }

  @Test
  void aCountThatIsNoNumberIsRefusedWithItsLine() throws IOException {
    Path source = write("source.csv", resource("source.csv").replaceFirst("\"1536\"", "\"many\""));

    refuses(source, write("raw.csv", resource("raw.csv")), "line 3: Instructions Executed is \"ma");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "S2R R2, SR_TID.X | FROB R2 | found instruction \"FROB\" at 0x7f62e57c0610, allowed: opcodes of SASS",
        "S2R R2, | S2R R300, | line 4: found register R300, allowed: up to 254",
        "0x2e418 | 0x11112222333344445 | found 0x11112222333344445, allowed: numbers of 64 bits",
        "\"49152\",\"49152\" | \"49153\",\"1\" | line 3: Thread Instructions Executed: found 49153,"
            + " al",
        "\"49152\",\"49152\" | \"49152\",\"49153\" | line 3: Predicated-On Thread Instructions"
            + " Executed: f",
        "\"1536\" | \"-1\" | line 3: Instructions Executed is \"-1\", not a count below 10^15",
        "\"1536\" | \"1.5\" | line 3: Instructions Executed is \"1.5\", not a count below 10^15",
        "\"1536\" | \"1000000000000000\" | line 3: Instructions Executed is \"1000000000000000\","
            + " not a",
        "0x7f62e57c0610 | 0x7f62e57c0600 | line 4: Address: found 0x7f62e57c0600, allowed:"
            + " 0x7f62e57c06",
        "0x7f62e57c0610 | here | line 4: Address is \"here\", not a hexadecimal number of 48 bits",
        "\"NOP\" | \"STL\" | kernel nvjet_sm90_tst_384x64_64x3_2x1_v_bz_coopB_TNN: \"STL \" at"
            + " 0x7f62e",
      })
  void aSourcePageThatContradictsItselfIsRefusedWithItsPlace(
      String text, String other, String message) throws IOException {
    String source = resource("source.csv").replaceFirst(Pattern.quote(text), other);

    refuses(write("source.csv", source), write("raw.csv", resource("raw.csv")), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(384, 1, 1) | (385, 3, 1) | line 3: Block Size: found (385, 3, 1), allowed: at most 1024"
            + " thr",
        "(2, 64, 1) | (65536, 65536, 65536) | line 3: Grid Size: found (65536, 65536, 65536),"
            + " allowed",
        "\"2\",\"168\" | \"2\",\"256\" | line 3: launch__registers_per_thread: found \"256\","
            + " allowed: 1",
        "\"2\",\"168\" | \"2\",\"n/a\" | line 3: launch__registers_per_thread: found \"n/a\","
            + " allowed: 1",
        "\"2\",\"168\" | \"17\",\"168\" | line 3: launch__cluster_size: found \"17\", allowed: 1 to"
            + " 16",
        "\"188.572000\" | \"888\" | line 3: launch__shared_mem_per_block_dynamic: found \"888\","
            + " allowed",
        "Kbyte/block | ms | line 2: unit of launch__shared_mem_per_block_dynamic: found \"ms\","
            + " allowed",
        "403.209984 | 9e30 | line 3: dram__bytes_read.sum: found 9e30 Mbyte, allowed: at most"
            + " 10^18",
        "\"nvjet_sm90_tst_384x64_64x3_2x1_v_bz_coopB_TNN\" | \"\" | line 3: found no name of the"
            + " kernel",
      })
  void aRawPageWithSizesThatNoLaunchHasIsRefusedWithItsPlace(
      String text, String other, String message) throws IOException {
    String raw = resource("raw.csv").replaceFirst(Pattern.quote(text), other);

    refuses(write("source.csv", resource("source.csv")), write("raw.csv", raw), message);
  }

  /** All counts of the GEMM times ten million. */
  @Test
  void aPipelineOfMoreWarpsThanAThreadBlockHasIsRefused() throws IOException {
    String source = resource("source.csv");
    int end = source.indexOf("Kernel Name", 20);
    String more = source.substring(0, end).replaceAll("\"([1-9][0-9]*)\"", "\"$10000000\"");

    refuses(
        write("source.csv", more + source.substring(end)),
        write("raw.csv", resource("raw.csv")),
        "its pipeline: found 80000000 consumer warps, allowed: at most 12, those of a thread"
            + " block");
  }

  @Test
  void aLaunchThatCannotBeModeledLeavesTheOthers() throws IOException {
    Path source = write("source.csv", resource("source.csv").replaceFirst("\"NOP\"", "\"STL\""));
    List<String> refused = new ArrayList<>();

    List<Imported> found =
        ModelImport.read(source, write("raw.csv", resource("raw.csv")), refused::add);

    assertEquals(
        List.of("gelu", "transpose", "row_max"), found.stream().map(Imported::name).toList());
    assertEquals(1, refused.size());
  }

  @Test
  void aCounterBelowZeroIsNoise() throws IOException {
    Path source = write("source.csv", resource("source.csv"));
    Path raw = write("raw.csv", resource("raw.csv").replace("\"0.000000\"", "\"-1.000000\""));
    List<Imported> with = read(source, raw);

    assertEquals(imported().get(REDUCTION).json(), with.get(REDUCTION).json());
  }

  @Test
  void aRangeThatIsNamedLikeTheSecondLaunchOfAFunctionKeepsItsName() throws IOException {
    String raw =
        resource("raw.csv")
            .replace(":gelu:", ":reduce_kernel-2:")
            .replace(":transpose:", ":reduce_kernel:")
            .replace(":row_max:", ":?:");
    Path source = write("source.csv", resource("source.csv"));

    List<String> names = read(source, write("raw.csv", raw)).stream().map(Imported::name).toList();

    assertEquals(
        List.of("gemm_thin", "reduce_kernel-2", "reduce_kernel", "reduce_kernel-3"), names);
  }

  @Test
  void randomlyDamagedReportsEndInAModelOrInOneError() throws IOException {
    String source = resource("source.csv");
    String raw = resource("raw.csv");
    Random random = new Random(66);
    for (int i = 0; i < 60; i++) {
      boolean inSource = random.nextInt(4) > 0;
      Path damaged = write("source.csv", inSource ? damaged(source, random) : source);
      Path other = write("raw.csv", inSource ? raw : damaged(raw, random));
      try {
        read(damaged, other);
      } catch (InvalidInputException e) {
        assertTrue(e.getMessage().contains(".csv"), e.getMessage());
      }
    }
  }

  private static String damaged(String text, Random random) {
    StringBuilder found = new StringBuilder(text);
    for (int i = 0; i < 1 + random.nextInt(8); i++) {
      int at = random.nextInt(found.length() - 20);
      switch (random.nextInt(4)) {
        case 0 -> found.setCharAt(at, (char) (' ' + random.nextInt(95)));
        case 1 -> found.delete(at, at + 1 + random.nextInt(19));
        case 2 -> found.insert(at, found.substring(at, at + 1 + random.nextInt(19)));
        default -> {
          int digit = at;
          while (digit < found.length() - 1 && !Character.isDigit(found.charAt(digit))) {
            digit++;
          }
          found.setCharAt(digit, (char) ('0' + random.nextInt(10)));
        }
      }
    }
    return found.toString();
  }

  private List<Imported> imported() throws IOException {
    return read(write("source.csv", resource("source.csv")), write("raw.csv", resource("raw.csv")));
  }

  private Kernel kernel(Imported model) throws IOException {
    return kernel(model, 1);
  }

  private Kernel kernel(Imported model, double scale) throws IOException {
    Path file = write("model.json", new ObjectMapper().writeValueAsString(model.json()));
    Workload workload = ModelWorkload.load(file, ModelOptions.of(scale, 1));
    return ((Workload.Launch) workload.step(0)).kernel();
  }

  /** Reads a report of which every launch can be modeled. */
  private static List<Imported> read(Path source, Path raw) {
    return ModelImport.read(
        source,
        raw,
        refused -> {
          throw new InvalidInputException(refused);
        });
  }

  private static void refuses(Path source, Path raw, String message) {
    InvalidInputException e = assertThrows(InvalidInputException.class, () -> read(source, raw));
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private static String resource(String name) throws IOException {
    try (var in = ModelImportTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
