package org.polyphony.workload.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
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
  private static final int REDUCTION = 3;

  @TempDir Path folder;

  @Test
  void aLaunchIsNamedByItsRange() throws IOException {
    assertEquals("gemm_thin gelu transpose row_max", names(imported()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"page.csv.gz", "page.csv.xz"})
  void aCompressedPageThatEndsTooEarlyIsRefusedByName(String name) throws IOException {
    byte[] head = name.endsWith("gz") ? new byte[] {31, -117, 8, 0} : new byte[] {-3, 55, 122, 88};
    Path page = Files.write(folder.resolve(name), head);

    InvalidInputException e =
        assertThrows(
            InvalidInputException.class, () -> ModelImport.read(page, page, i -> {}, r -> {}));

    assertEquals(page + ": ends within its compressed data", e.getMessage());
  }

  /** Addresses that the code computes; trips that counts say; a transposed matrix, in a note. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1 | @ array0[thread * 16 + bx * 2048]
          1 | @ array1[thread * 16 + bx * 2048]
          1 | "array0":{"element":1,"count":402653184}
          2 | lanes read 8192 elements apart
          3 | {"loop":"k0","trips":"4"
          """)
  void aModelAndItsNotesHave(int launch, String text) throws IOException {
    Imported model = imported().get(launch);

    assertTrue((model.json() + " " + model.notes()).contains(text), model.toString());
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
  void filesThatAreNoPagesOfOneReportAreRefused() throws IOException {
    String text = resource("raw.csv");
    Path raw = write("raw.csv", text);
    Path source = source();
    Path shorter =
        write("short.csv", text.substring(0, text.stripTrailing().lastIndexOf('\n') + 1));

    refuses(raw, raw, "not the source page of an Nsight Compute report");
    refuses(source, source, "not the raw page of an Nsight Compute report");
    refuses(source, shorter, "3 launches, but 4 in");
  }

  /** The first time that a text stands in a page, or every time, another stands in its place. */
  @ParameterizedTest
  @CsvFileSource(resources = "contradictions.csv", delimiter = '|', quoteCharacter = '`')
  void aPageThatContradictsItselfIsRefusedWithItsPlace(
      String page, String text, String other, String message) throws IOException {
    Path source = source();
    Path raw = raw();
    Path changed = page.endsWith("raw") ? raw : source;
    String content = Files.readString(changed);
    Files.writeString(
        changed,
        page.startsWith("every ")
            ? content.replace(text, other)
            : content.replaceFirst(Pattern.quote(text), other));

    refuses(source, raw, message);
  }

  /** All counts of the GEMM times ten million. */
  @Test
  void aPipelineOfMoreWarpsThanAThreadBlockHasIsRefused() throws IOException {
    String source = resource("source.csv");
    int end = source.indexOf("Kernel Name", 20);
    String more = source.substring(0, end).replaceAll("\"([1-9][0-9]*)\"", "\"$10000000\"");

    refuses(
        write("source.csv", more + source.substring(end)),
        raw(),
        "its pipeline: found 80000000 consumer warps, allowed: at most 12, those of a thread"
            + " block");
  }

  @Test
  void onlyDevicesWithClustersNeedTheirCounter() throws IOException {
    String without = resource("raw.csv").replace("launch__cluster_size", "other");
    Path ampere = write("ampere.csv", without.replace("\"9.0\"", "\"8.0\""));

    assertEquals(imported().get(REDUCTION).json(), read(source(), ampere).get(REDUCTION).json());
  }

  /** A counter below zero is noise; older profilers wrote other units of clocks. */
  @ParameterizedTest
  @CsvSource({"'\"0.000000\",\"0.000000\"', '\"-1.0\",\"-1.0\"'", "Ghz, cycle/nsecond"})
  void aPageThatSaysTheSameGivesTheSameModel(String text, String other) throws IOException {
    Imported expected = imported().get(REDUCTION);

    assertEquals(expected, read(source(), raw(text, other)).get(REDUCTION));
  }

  @Test
  void namesDifferInMoreThanCaseAndARangeNamedLikeASecondLaunchKeepsItsName() throws IOException {
    String raw =
        resource("raw.csv")
            .replace(":gelu:", ":reduce_kernel-2:")
            .replace(":transpose:", ":reduce_kernel:")
            .replace(":row_max:", ":?:");

    assertEquals(
        "gemm_thin reduce_kernel-2 reduce_kernel reduce_kernel-3",
        names(read(source(), write("raw.csv", raw))));
    assertEquals(
        "gemm_thin gelu GELU-2 row_max", names(read(source(), raw(":transpose:", ":GELU:"))));
  }

  /** A launch that needs a counter is refused, and none has another model. */
  @ParameterizedTest
  @EnumSource(Counter.class)
  void noModelIsMadeOfACounterThatIsMissing(Counter counter) throws IOException {
    Map<String, Imported> whole = new HashMap<>();
    imported().forEach(model -> whole.put(model.name(), model));
    Path raw = raw('"' + counter.column() + '"', "\"other\"");
    List<Imported> found = new ArrayList<>();
    List<String> refused = new ArrayList<>();

    try {
      ModelImport.read(source(), raw, found::add, refused::add);
    } catch (InvalidInputException e) {
      refused.add(e.getMessage());
    }

    assertTrue(refused.stream().allMatch(text -> text.contains(counter.column())), "" + refused);
    for (Imported model : found) {
      boolean isTold = model.notes().stream().anyMatch(note -> note.contains(counter.column()));
      assertTrue(isTold || model.json().equals(whole.get(model.name()).json()), model.name());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "source, '\"NOP\"', '\"STL\"', '\"STL \" at 0x7f62e'",
    "raw, 403.209984, n/a, 'raw.csv, line 3: no dram__bytes_read.sum, which this launch needs'"
  })
  void refusesOnlyTheLaunchThatCannotBeModeled(
      String page, String text, String other, String message) throws IOException {
    Path source = source();
    Path raw = raw();
    write(page + ".csv", resource(page + ".csv").replaceFirst(Pattern.quote(text), other));
    List<Imported> found = new ArrayList<>();
    List<String> refused = new ArrayList<>();

    ModelImport.read(source, raw, found::add, refused::add);

    assertEquals("gelu transpose row_max", names(found));
    assertEquals(1, refused.size());
    assertTrue(refused.get(0).contains(message), refused.get(0));
  }

  @Test
  void saysThatTheMeasuredTimeIsUnknown() throws IOException {
    Imported gelu = read(source(), raw("1.932413", "n/a")).get(GELU);

    String unknown =
        "The measured time is unknown: the report has no gpc__cycles_elapsed.max or no";
    assertTrue(gelu.json().get("about").asText().contains(unknown));
    assertTrue(gelu.notes().get(0).startsWith(unknown), gelu.notes().toString());
  }

  /** As PowerShell writes them, and as editors of Windows do. */
  @ParameterizedTest
  @CsvSource({"UTF-8", "UTF-16LE", "UTF-16BE"})
  void readsPagesWithAByteOrderMark(String charset) throws IOException {
    List<Imported> expected = imported();
    Path source = folder.resolve("source.csv");
    Path raw = folder.resolve("raw.csv");
    Files.writeString(source, "\uFEFF" + resource("source.csv"), Charset.forName(charset));
    Files.writeString(raw, "\uFEFF" + resource("raw.csv"), Charset.forName(charset));

    assertEquals(expected, read(source, raw));
  }

  @Test
  void namesTheEncodingOfAPageThatIsNoText() throws IOException {
    Path source = folder.resolve("source.csv");
    Files.writeString(source, resource("source.csv") + "\u00e4", StandardCharsets.ISO_8859_1);

    refuses(source, raw(), source + ": not a text in UTF-8, or in UTF-16 with a byte order mark");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u0007", "\u001b[31m", "\n", "\u007f"})
  void refusesAControlCharacterInTheNameOfAKernel(String text) throws IOException {
    Path source =
        write("source.csv", resource("source.csv").replace("reduce_kernel", "reduce" + text));
    Path raw = raw("reduce_kernel", "reduce" + text);

    refuses(source, raw, source + ", line 1009: name of the kernel: found \"void at::");
  }

  /** A kernel of 4 MiB; more is a file that unpacks to any length. */
  @Test
  void refusesMoreInstructionsThanAKernelHas() throws IOException {
    Path source = folder.resolve("source.csv.gz");
    List<String> lines = resource("source.csv").lines().limit(3).toList();
    String instruction = lines.get(2).substring(lines.get(2).indexOf(',') + 1);
    try (Writer out =
        new OutputStreamWriter(
            new GZIPOutputStream(Files.newOutputStream(source)), StandardCharsets.UTF_8)) {
      out.write(lines.get(0) + "\n" + lines.get(1) + "\n");
      for (int i = 0; i <= 1 << 18; i++) {
        out.write("\"0x" + Integer.toHexString(16 * i) + "\"," + instruction + "\n");
      }
    }
    String raw = resource("raw.csv").lines().limit(3).collect(Collectors.joining("\n"));

    refuses(
        source,
        write("raw.csv", raw),
        "line 262147: found more instructions, allowed: at most 262144");
  }

  private List<Imported> imported() throws IOException {
    return read(source(), raw());
  }

  private static String names(List<Imported> models) {
    return models.stream().map(Imported::name).collect(Collectors.joining(" "));
  }

  private Path source() throws IOException {
    return write("source.csv", resource("source.csv"));
  }

  private Path raw() throws IOException {
    return raw("", "");
  }

  /** Writes the raw page with a text replaced wherever it stands. */
  private Path raw(String text, String other) throws IOException {
    String page = resource("raw.csv");
    return write("raw.csv", text.isEmpty() ? page : page.replace(text, other));
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
    List<Imported> found = new ArrayList<>();
    ModelImport.read(
        source,
        raw,
        found::add,
        refused -> {
          throw new InvalidInputException(refused);
        });
    return found;
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
