package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is wrong with an experiment ends {@code run} with one message before anything is written.
 */
class BadInputTest {
  @TempDir private Path folder;

  @AfterEach
  void nothingIsWritten() {
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "['BS'], 'polcy': 'alone'  |                         | e.json:1;polcy;policy",
        "['BS'], 'seed': 'one'     |                         | e.json:1;seed;\"one\"",
        "['BS']                    | gpu.sms=0               | gpu.sms;0;1",
        "['BS']                    | gpu.l1d.bytes=50000     | --set gpu.l1d.bytes=50000;multiple",
        "['BS']                    | gpu.sms                 | --set gpu.sms;=",
        "['BS']                    | gpu=gtx98               | gpu;gtx980",
        "['sample-sgemm']          | gpu.sm.threads=128      | workloads[0];256 threads;128",
        "['sample-sgem']           |                         | workloads[0];nearest: sample-sgemm",
        "['BS', 'HS']              | policy=smk-evn          | policy;nearest: smk-even",
        "['BS', 'HS']              | policy=org.example.Mine | policy;org.example.Mine",
        "[{'trace': 'none/k.g'}]   |                         | workloads[0].trace;does not exist"
      },
      quoteCharacter = '`')
  void refusesAnExperiment(String workloads, String set, String parts) throws IOException {
    String json = ("{'gpu': 'gtx980', 'workloads': " + workloads + "}").replace("'", "\"");

    run(json, set == null ? new String[0] : new String[] {"--set", set})
        .assertBadInput(parts.split(";", -1));
  }

  @Test
  void refusesAMissingConfig() {
    CommandRun.refused(folder, "run", folder.resolve("no.json").toString())
        .assertBadInput("no.json", "no such file");
  }

  @Test
  void refusesAnEmptyConfig() throws IOException {
    run("").assertBadInput("e.json", "empty");
  }

  @Test
  void refusesATruncatedConfig() throws IOException {
    run("{\"gpu\": \"gtx980\", \"workl").assertBadInput("e.json:1", "invalid JSON");
  }

  @Test
  void refusesAnOutputFolderThatCannotBeMade() throws IOException {
    Path file = Files.createFile(folder.resolve("a-file"));
    Path config = config("{\"gpu\": \"gtx980\", \"workloads\": [\"sample-saxpy\"]}");

    CommandRun.refused(
            folder, "run", config.toString(), "--quiet", "--out", file.resolve("x").toString())
        .assertBadInput("a-file", "--out");
  }

  private CommandRun run(String json, String... more) throws IOException {
    Stream<String> args =
        Stream.of("run", config(json).toString(), "--quiet", "--out", folder.resolve("out") + "");
    return CommandRun.refused(
        folder.resolve("cache"), Stream.concat(args, Stream.of(more)).toArray(String[]::new));
  }

  private Path config(String json) throws IOException {
    return Files.writeString(folder.resolve("e.json"), json);
  }
}
