package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is wrong with an experiment, a trace or a model ends {@code run} with one message before
 * anything is written. The loaders' own tests have all rules.
 */
class BadInputTest {
  private static final String RUN = "run ./e.json --quiet --out ./out ";
  private static final String KERNEL = "kernel-1.traceg";

  @RegisterExtension private final CommandFolder folder = new CommandFolder();

  @AfterEach
  void nothingIsWritten() {
    assertFalse(folder.has("out"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "['BS'], 'polcy': 'alone'  |                               | e.json:1;polcy;policy",
        "['BS']                    | --set gpu.l1d.bytes=50000     | --set gpu.l1d.bytes;multiple",
        "['BS']                    | --set gpu.sms                 | --set gpu.sms;=",
        "['BS']                    | --set gpu=gtx98               | gpu;gtx980",
        "['sample-sgemm']          | --set gpu.sm.threads=128      | workloads[0];256 threads;128",
        "['sample-sgem']           |                               | nearest: sample-sgemm",
        "['BS', 'HS']              | --set policy=smk-evn          | policy;nearest: smk-even",
        "['BS', 'HS']              | --set policy=org.example.Mine | policy;org.example.Mine",
        "[{'trace': 'none/k.g'}]   |                               | workloads[0].trace;not exist"
      },
      quoteCharacter = '`')
  void refusesAnExperiment(String workloads, String more, String parts) throws IOException {
    folder.json("e.json", "{'gpu': 'gtx980', 'workloads': " + workloads + "}");

    folder.refused(more == null ? RUN : RUN + more).assertBadInput(parts.split(";", -1));
  }

  @Test
  void refusesAnOutputFolderThatCannotBeMade() throws IOException {
    folder.write("a-file", "");

    folder.refused("run sample-saxpy --quiet --out ./a-file/x").assertBadInput("a-file", "--out");
  }

  @Test
  void refusesAFileThatIsNoExperiment() throws IOException {
    folder.refused(RUN).assertBadInput("e.json", "no such file");
    folder.write("e.json", "");
    folder.refused(RUN).assertBadInput("e.json", "empty");
    folder.write("e.json", "{\"gpu\": \"gtx980\", \"workl");
    folder.refused(RUN).assertBadInput("e.json:1", "invalid JSON");
  }

  /** Without a list, with an empty one, and of kernels that are missing, cut, or no xz. */
  @Test
  void refusesATraceThatIsNotWhole() throws IOException {
    String run = "run ./app --quiet --out ./out";
    String text = CommandFolder.trace("sample-chase");
    Files.createDirectory(folder.at("app"));

    folder.refused(run).assertBadInput("app", "kernelslist.g");
    folder.write("app/kernelslist.g", "");
    folder.refused(run).assertBadInput("kernelslist.g");
    folder.write("app/kernelslist.g", KERNEL + "\n");
    folder.refused(run).assertBadInput("kernelslist.g", KERNEL);
    String head = text.substring(0, text.indexOf("#BEGIN_TB"));
    for (String other : List.of("", text.substring(0, text.length() / 2), "to be\n", head)) {
      folder.write("app/" + KERNEL, other);
      folder.refused(run).assertBadInput(KERNEL, ", allowed:");
    }
    folder.write("app/kernelslist.g", KERNEL + ".xz\n");
    folder.write("app/" + KERNEL + ".xz", "this is not xz at all, not a bit of it");
    folder.refused(run).assertBadInput(KERNEL + ".xz");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ['LDQ v = @ x[tx]'] | program[0];LDQ;did you mean LD?
          [{'loop': 'i', 'while': '1', 'body': ['FADD v =']}] | program[0];endless loop
          [{'loop': 'i', 'trips': '1 << 40', 'body': ['FADD v =']}] | program[0].trips;endless loop
          ['BAR.SYNC'], 'sharedMemory': 300000 | sharedMemory;300000;232448
          """)
  void runAndValidateRefuseAModel(String program, String parts) throws IOException {
    folder.json(
        "m.json",
        """
        { 'schemaVersion': 1, 'name': 'M', 'about': 'a', 'source': 's', 'suite': 's', 'type': 'MEM',
          'arrays': {'x': {'element': 4, 'count': 64}},
          'kernels': {'k': {'registers': 8, 'block': [64], 'grid': [1], 'program': PROGRAM}},
          'launches': [{'launch': 'k'}] }
        """
            .replace("PROGRAM", program));
    folder.json("e.json", "{'gpu': 'gtx980', 'workloads': [{'model': 'm.json'}]}");

    for (String command : List.of(RUN, "validate ./e.json")) {
      folder.refused(command).assertBadInput(("m.json: $.kernels.k." + parts).split(";", -1));
    }
  }
}
