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
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "FAD r =" \
              | .program[0]: found unknown instruction class of mnemonic "FAD" (did you mean FADD?)
          {"op": "X", "class": "FP23"} \
              | .program[0].class: found unknown instruction class "FP23" (did you mean FP32?)
          "LDG v = @ tile[0]" \
              | .program[0]: found LDG on tile in SHARED memory, allowed: an array in GLOBAL memory
          "MOV sum =", "FADD r = sun" \
              | .program[1]: found unknown register (never written before) "sun" (did you mean sum?)
          {"repeat": 9, "as": "k", "body": ["MOV r{k} ="]},"FADD s = r0, r1, r2, r3, r4, r5, r6, r7, r8" \
              | .program[0].body[0]: found more than 8 registers in use at MOV
          "LDS v = @ tle[0]" | .program[0]: found unknown array "tle" (did you mean tile?)
          "MOV R8 =" | .program[0]: found register R8, allowed: R0 to R7
          "LDG v = @ a[i]" | .program[0]: found unknown variable "i"
          {"loop": "i", "while": "1", "body": []} | .program[0]: found an endless loop
          {"loop": "i", "trips": "hash(bx)", "body": []} | .program[0].trips: found an endless loop
          {"loop": "i", "draws": "tile", "below": "bx", "body": []} \
              | .program[0].below: found "bx", which differs between thread blocks or threads, allowed: parameters
          {"loop": "i", "draws": "tile", "below": "0", "body": []} \
              | .program[0].below: found 0 tiles, allowed: 1 to 1073741824
          {"loop": "i", "draws": "tile", "body": []} | .program[0]: found one of draws and below
          {"loop": "i", "draws": "tile", "below": "4", "trips": "4", "body": []} \
              | .program[0]: a loop needs either trips, while or draws
          {"loop": "i", "draws": "i", "below": "4", "body": []} \
              | .program[0]: found tile variable i twice
          {"loop": "k", "trips": "2", "body": [{"loop": "i", "draws": "tile", "below": "4", "body": []}]} \
              | .program[0].body[0]: found a loop over tiles within a loop
          {"loop": "i", "draws": "tile", "below": "4", "body": []},{"loop": "i", "draws": "tile", "below": "5", "body": []} \
              | .program[1].below: found 5 tiles, allowed: 4, as in the other
          {"loop": "i", "draws": "tile", "below": "64", "body": ["LDG v = @ a[4 * tile]"]} \
              | .program[0].body[0]: found a[4 * tile], bytes 0 to 1011 of the array
          {"if": "tx < 4", "then": ["BAR.SYNC"]} \
              | .program[0].then[0]: found a barrier in a divergent branch or loop
          {"loop": "i", "trips": "tx", "body": ["BAR.SYNC"]} \
              | .program[0].body[0]: found a barrier in a divergent branch or loop
          "LDG v =" | .program[0]: found LDG without an address
          "LDS v =" \
              | .program[0]: found LDS without an address, allowed: "@ array[index]", or the passes over the banks as "LDS(passes)"
          "LDS(2) v = @ tile[0]" | .program[0]: found LDS with passes and an address
          "LDS(0) v =" | .program[0]: found passes of LDS from 0 to 0, allowed: 1 to 1024
          "LDGSTS(1, 2) @ a[0]" | .program[0]: found 2 operands of LDGSTS, allowed: at most 1
          "DEPBAR.LE(64)" | .program[0]: found groups of DEPBAR.LE from 64 to 64, allowed: 0 to 63
          "MOV R1 = !commit" | .program[0]: found !commit of MOV, allowed: HGMMA
          {"if": "warp < 1", "then": ["BAR.SYNC"]} \
              | .program[0].then[0]: found a barrier of all threads that some warps do not reach
          {"if": "tx < 4", "then": ["BAR.SYNC(1, 32)"]} \
              | .program[0].then[0]: found a barrier in a divergent branch or loop
          {"if": "warp < 1", "then": ["BAR.SYNC(16, 32)"]} \
              | .program[0].then[0]: found barrier of BAR.SYNC from 16 to 16, allowed: 0 to 15
          """)
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
    ModelOptions options = new ModelOptions(1.0, 1, Map.of("m", 5L));

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
