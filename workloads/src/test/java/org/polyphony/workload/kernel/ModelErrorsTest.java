package org.polyphony.workload.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.input.InvalidInputException;

class ModelErrorsTest {
  private static final String AT = "tiny.json: $.kernels.k";

  private static void assertStartsWith(String expected, String message) {
    assertTrue(message.startsWith(expected), message);
  }

  private static String changed(String from, String to) {
    return TinyModel.refusalOf(TinyModel.text("\"NOP\"").replace(from, to));
  }

  @ParameterizedTest
  @CsvFileSource(resources = "refused-programs.csv", delimiter = '|', quoteCharacter = '`')
  void refusesAProgramAndNamesThePlace(String program, String expected) {
    assertStartsWith(AT + expected, TinyModel.refusal(program));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "registers" | "registres" \
              | .kernels.k: found unknown key "registres" (did you mean registers?)
          {"id":  | {"n": "7", "id": \
              | .kernels.k.let.n: found the name of a parameter, allowed: a new name
          "sharedMemory": 512 | "sharedMemory": 232449 \
              | .kernels.k.sharedMemory: found 232449, allowed: an integer from 0 to 232448
          "sharedMemory": 512 | "sharedMemory": 511 \
              | .kernels.k.shared: found arrays of 512 bytes, allowed: at most sharedMemory = 511
          [32, 2] | [32, 0] | .kernels.k.block: found [32,0], allowed: 1 to 3 sides
          [32, 2] | [32, 33] | .kernels.k.block: found [32,33]
          "grid": [2] | "grid": [0] | .kernels.k.grid: found 0 thread blocks
          "tiny" | "ti\\u0007ny" | .name: found "ti\\u0007ny", allowed: a text without control
          "tiny" | "ti\\nny" | .name: found "ti\\nny", allowed: a name without control
          for tests | \\u007f | .about: found "\\u007f", allowed: a text without control characters
          "k" | "k\\t" | .kernels: found the key "k\t", allowed: names without control
          {"launch": "k"} | {"launch": "k", "with": {"tx": 1}} \
              | .launches[0].with.tx: found the name of a variable, allowed: a new name
          "launch": "k" | "launch": "kk" \
              | .launches[0].launch: found unknown kernel "kk" (did you mean k?)
          """)
  void refusesAModelAndNamesThePlace(String right, String wrong, String expected) {
    assertStartsWith("tiny.json: $" + expected, changed(right, wrong));
  }

  /** Each abbreviation names the one before it; the first is {@code tx}. */
  private static String chain(int length, String form) {
    return IntStream.range(0, length)
        .mapToObj(
            i -> "\"c%d\": \"%s\", ".formatted(i, form.replace("C", i == 0 ? "tx" : "c" + (i - 1))))
        .collect(Collectors.joining());
  }

  private static String withChain(String chain, int length) {
    return TinyModel.text("{\"if\": \"c%d > 0\", \"then\": [\"NOP\"]}".formatted(length - 1))
        .replace("{\"id\": ", "{" + chain + "\"id\": ");
  }

  @Test
  void refusesAbbreviationsThatDoubleOneAfterAnotherOrNestTooDeeply() {
    assertStartsWith(
        AT + ".program[0]: found more than 4000 parts with all lets expanded, allowed:",
        TinyModel.refusalOf(withChain(chain(40, "C + C"), 40)));
    assertStartsWith(
        AT + ".program[0]: found more than 550 levels with all lets expanded, allowed:",
        TinyModel.refusalOf(withChain(chain(6, "-".repeat(99) + "C"), 6)));
  }

  @Test
  void runsTheDeepestExpressionThatAbbreviationsMake() {
    String deepest = withChain(chain(5, "-".repeat(99) + "C"), 5);

    try (InstructionStream stream = TinyModel.kernelOf(deepest).open(1)) {
      stream.begin(0, 0);

      assertNotEquals(InstructionStream.END, stream.next(0, 0));
    }
  }

  @Test
  void acceptsABarrierInABranchThatTheWholeBlockTakes() {
    assertEquals(
        4,
        TinyModel.kernel("{\"if\": \"bx == 0\", \"then\": [\"BAR.SYNC\"]}, \"NOP\"")
            .instructions()
            .size());
  }

  @Test
  void refusesAFileThatIsEmptyOrBrokenOrMissing() {
    Path missing = Path.of("no-such-model.json");

    assertStartsWith("tiny.json: line 1, column 7: invalid JSON", TinyModel.refusalOf("{\"a\": }"));
    assertEquals("tiny.json: an empty file, not a kernel model", TinyModel.refusalOf(" \n"));
    assertEquals(
        "no-such-model.json: cannot be read; give a kernel model",
        refusal(() -> ModelWorkload.load(missing, ModelOptions.DEFAULT)));
  }

  private static String refusal(Executable made) {
    return assertThrows(InvalidInputException.class, made).getMessage();
  }

  @Test
  void refusesAParameterAndAModelThatDoNotExist() {
    ModelOptions options = new ModelOptions(1.0, 1, Map.of("m", 5L), false);

    assertStartsWith(
        "tiny.json: $.parameters: found unknown parameter \"m\"",
        refusal(() -> ModelWorkload.parse(TinyModel.text("\"NOP\""), "tiny.json", options)));
    String nearest = refusal(() -> ModelWorkload.bundled("lmd", ModelOptions.DEFAULT));
    assertTrue(nearest.contains("(did you mean LMD?)"), nearest);
  }

  @Test
  void refusesMoreArgumentsThanALaunchCanHave() {
    String arguments =
        IntStream.range(0, 24).mapToObj(i -> "\"g" + i + "\": 1").collect(Collectors.joining(","));

    assertStartsWith(
        "tiny.json: $.launches[0].with: found 24 arguments, allowed: at most 23",
        changed("{\"launch\": \"k\"}", "{\"launch\": \"k\", \"with\": {" + arguments + "}}"));
  }

  @Test
  void refusesMoreLoopsInsideEachOtherThanThereAreCounters() {
    String program = "\"NOP\"";
    for (int i = 0; i < 33; i++) {
      program = "{\"loop\": \"i" + i + "\", \"trips\": 1, \"body\": [" + program + "]}";
    }

    assertTrue(
        TinyModel.refusal(program).endsWith("found loops nested deeper, allowed: at most 32"));
  }

  @Test
  void refusesALaterLaunchWhoseArgumentLeadsOutsideOfAnArray() {
    String text =
        TinyModel.text("\"LDG v = @ a[64 * g + ty * 32 + tx]\"")
            .replace(
                "{\"launch\": \"k\"}",
                "{\"launch\": \"k\", \"with\": {\"g\": 1}},"
                    + "{\"launch\": \"k\", \"with\": {\"g\": 2}}");
    ModelWorkload workload = ModelWorkload.parse(text, "tiny.json", ModelOptions.DEFAULT);
    workload.step(0);

    assertStartsWith(
        AT + ".program[0]: found a[64 * g + ty * 32 + tx], bytes 512 to 767 of the array",
        refusal(() -> workload.step(1)));
  }
}
