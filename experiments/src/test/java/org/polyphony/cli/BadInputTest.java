package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is wrong with an experiment ends {@code run} with one message before anything is written.
 */
class BadInputTest {
  @TempDir private Path folder;

  @AfterEach
  void nothingIsWritten() {
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  void refusesAnUnknownKeyWithTheNearestOne() throws IOException {
    run("{\"gpu\": \"gtx980\", \"workloads\": [\"BS\"], \"polcy\": \"alone\"}")
        .assertBadInput("e.json:1", "polcy", "policy");
  }

  @Test
  void refusesAWrongType() throws IOException {
    run("{\"gpu\": \"gtx980\", \"workloads\": [\"BS\"], \"seed\": \"one\"}")
        .assertBadInput("e.json:1", "seed", "\"one\"");
  }

  @Test
  void refusesADeviceWithoutSms() throws IOException {
    run("{\"gpu\": {\"extends\": \"gtx980\", \"sms\": 0}, \"workloads\": [\"BS\"]}")
        .assertBadInput("gpu.sms", "0", "1");
  }

  @Test
  void refusesACacheThatItsSetsDoNotDivide() throws IOException {
    run("{\"gpu\": \"gtx980\", \"workloads\": [\"BS\"]}", "--set", "gpu.l1d.bytes=50000")
        .assertBadInput("--set gpu.l1d.bytes=50000", "gpu.l1d.bytes", "multiple");
  }

  @Test
  void refusesAThreadBlockThatNoSmCanHold() throws IOException {
    run("{\"gpu\": \"gtx980\", \"workloads\": [\"sample-sgemm\"]}", "--set", "gpu.sm.threads=128")
        .assertBadInput("workloads[0]", "256 threads", "128");
  }

  @Test
  void refusesAnUnknownWorkloadWithTheNearestOne() throws IOException {
    run("{\"gpu\": \"gtx980\", \"workloads\": [\"sample-sgem\"]}")
        .assertBadInput("workloads[0]", "\"sample-sgem\"", "nearest: sample-sgemm");
  }

  @Test
  void refusesAnUnknownPolicyWithTheNearestOne() throws IOException {
    run("{\"gpu\": \"gtx980\", \"workloads\": [\"BS\", \"HS\"], \"policy\": \"smk-evn\"}")
        .assertBadInput("policy", "smk-evn", "nearest: smk-even");
  }

  @Test
  void refusesAPolicyClassThatIsNotThere() throws IOException {
    run("{\"gpu\": \"gtx980\", \"workloads\": [\"BS\", \"HS\"], \"policy\": \"org.example.Mine\"}")
        .assertBadInput("policy", "org.example.Mine");
  }

  @Test
  void refusesAnUnknownGpuWithTheNearestOne() throws IOException {
    run("{\"gpu\": \"gtx98\", \"workloads\": [\"BS\"]}").assertBadInput("gpu", "gtx980");
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
    run("{\"gpu\": \"gtx980\", \"workl").assertBadInput("e.json:1", "not JSON");
  }

  @Test
  void refusesAMissingTrace() throws IOException {
    run("{\"gpu\": \"gtx980\", \"workloads\": [{\"trace\": \"none/kernelslist.g\"}]}")
        .assertBadInput("workloads[0].trace", "none/kernelslist.g", "does not exist");
  }

  @Test
  void refusesAnOverrideWithoutValue() throws IOException {
    run("{\"gpu\": \"gtx980\", \"workloads\": [\"BS\"]}", "--set", "gpu.sms")
        .assertBadInput("--set gpu.sms", "=");
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
    String[] args = new String[more.length + 5];
    args[0] = "run";
    args[1] = config(json).toString();
    args[2] = "--quiet";
    args[3] = "--out";
    args[4] = folder.resolve("out").toString();
    System.arraycopy(more, 0, args, 5, more.length);
    return CommandRun.refused(folder.resolve("cache"), args);
  }

  private Path config(String json) throws IOException {
    return Files.writeString(folder.resolve("e.json"), json);
  }
}
