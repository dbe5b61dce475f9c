package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingTest {
  private static final String PAIR = "{ 'gpu': 'gtx980', 'workloads': ['LC', 'BS'] }";

  @RegisterExtension private final ConfigFolder folder = new ConfigFolder();

  private ExperimentConfig pair(String... sets) {
    return folder.config(PAIR, sets);
  }

  @Test
  void namesAGpuByTheValuesThatDiffer() {
    assertEquals("gtx980", pair("gpu.l2.bytes=2 MiB").gpu().name());
    assertEquals("gtx980 (l2.bytes=1048576)", pair("gpu.l2.bytes=1 MiB").gpu().name());
    assertEquals("gtx980", pair("gpu.sms=2", "gpu.sms=16").gpu().name());
    assertEquals(
        "gtx980 (l2.bytes=1048576, sms=4)", pair("gpu.sms=4", "gpu.l2.bytes=1 MiB").gpu().name());
    assertEquals(
        "gtx980 (l2.bytes=1048576, sms=4)",
        pair("gpu={\"extends\": \"gtx980\", \"sms\": 4}", "gpu.l2.bytes=1 MiB").gpu().name());
    assertEquals("mine (sms=4)", pair("gpu.name=mine", "gpu.sms=4").gpu().name());
    assertEquals(
        "hopper-h200 (sms=4)", pair("gpu.sms=2", "gpu=hopper-h200", "gpu.sms=4").gpu().name());
  }

  @Test
  void setsElementsWholeValuesAndKeysOfNamedOnesTheLastOfSeveral() {
    ExperimentConfig config =
        pair(
            "gpu.sm.pipes[0].executes[1].latency=9",
            "workloads[1].scale=0.5",
            "workloads[2]=ST",
            "policy=time-slice",
            "policy.sliceCycles=1000",
            "warpScheduler=two-level",
            "seed=2",
            "seed=3");

    assertEquals(9, config.gpu().sm().pipes().get(0).executes().get(1).latency());
    assertEquals("BS", config.workloads().get(1).name());
    assertEquals(0.5, config.workloads().get(1).scale());
    assertEquals(3, config.workloads().size());
    assertEquals(1000, config.policy().parameters().get("sliceCycles"));
    assertEquals("two-level", config.warpScheduler());
    assertEquals(3, config.seed());
    assertEquals("gtx980-reference", pair("gpu=gtx980-reference").gpu().name());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          gpu.sms=0 | gpu.sms: found 0, allowed: an integer from 1 to 256
          seed=one | seed: found "one", allowed: an integer from 0 to 1000000000000000000
          gpu.sms.count=3 | gpu.sms: found 16, allowed: an object, to set a key of it
          workloads[5].scale=2 | workloads: found index 5, allowed: an index from 0 to 1
          gpu[0]=2 | gpu: found an object, allowed: an array, to set an element of it
          policy={"name": 1e400} | policy: found a number too large, allowed: numbers up to 1.7e308
          gpu="a\\u0000" | gpu: found "a\\u0000", allowed: a text without control characters
          gpu.sms | has no "="; write path=value
          =3 | found "" as the path, allowed: a path such as gpu.l2.bytes or workloads[0]
          """)
  void refusesAnOverrideInPlaceOfTheLine(String set, String message) {
    assertEquals("--set " + set + ": " + message, folder.errorOf(PAIR, set));
  }

  @Test
  void firstElementOfAMissingListMakesTheListAndNoElementBelowIt() {
    ConfigTree tree = new ConfigTree("x.json", JsonNodeFactory.instance.objectNode(), Map.of());

    assertEquals(
        "--set jobs[0].count=2: jobs: found index 0, allowed: a list with elements",
        folder.error(() -> set("jobs[0].count=2", tree)));
    set("policies[0]=min-loss", tree);
    assertEquals("[\"min-loss\"]", tree.at("policies").toString());
  }

  private static void set(String text, ConfigTree tree) {
    Setting.all(List.of(text)).forEach(set -> set.apply(tree, Path.of("")));
  }

  @ParameterizedTest
  @ValueSource(ints = {50, 10_000, 1_000_000})
  void refusesAPathDeeperThanAnyFile(int steps) {
    String message = folder.errorOf(PAIR, "gpu" + ".a".repeat(steps) + "=1");

    assertTrue(message.startsWith("--set gpu.a.a.a"), message);
    assertTrue(message.endsWith("allowed: a path such as gpu.l2.bytes or workloads[0]"), message);
    assertTrue(message.length() < 1000, message);
  }

  @Test
  void valueOfAFileThatNoLongerFitsNamesTheOverride() {
    String message = folder.errorOf(PAIR, "gpu.l1d.ways=5");

    assertTrue(
        message.endsWith(
            ": gpu.l1d.bytes: found 49152, allowed: a multiple of ways * lineBytes (640)\n"
                + "with x.json, --set gpu.l1d.ways=5"),
        message);
  }

  @Test
  void aFileIsLookedUpFromTheWorkingFolder() {
    folder.write("mine.json", "{ 'extends': 'gtx980', 'sms': 3 }");
    Path here = Path.of("").toAbsolutePath();
    Path mine = here.relativize(folder.at("mine.json"));

    assertEquals(3, pair("gpu=" + mine).gpu().sms());
    assertEquals(
        "--set gpu=mine.json: gpu: found \"%s\", allowed: an existing file"
            .formatted(here.resolve("mine.json")),
        folder.errorOf(PAIR, "gpu=mine.json"));
  }
}
