package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.polyphony.gpu.config.GpuConfig;

class GpuFilesTest {
  @RegisterExtension private final ConfigFolder folder = new ConfigFolder();

  private GpuConfig load(String name, String json) {
    return GpuConfigs.load(folder.write(name, json).toString());
  }

  @Test
  void extendedObjectsAreMergedKeyByKey() {
    GpuConfig base = GpuConfigs.load("gtx980");

    GpuConfig merged =
        load("mine.json", "{ 'extends': 'gtx980', 'dram': { 'timing': { 'nCL': 15 } } }");

    assertEquals("mine", merged.name());
    assertEquals(15, merged.dram().timing().nCL());
    assertEquals(base.dram().timing().nRCD(), merged.dram().timing().nRCD());
    assertEquals(base.sm(), merged.sm());
  }

  @Test
  void anArrayIsReplacedAsAWhole() {
    String message =
        folder.error(() -> load("mine.json", "{ 'extends': 'gtx980', 'sm': {\n'pipes': [] } }"));

    assertEquals("mine.json:2", message.substring(0, message.indexOf(": ")));
  }

  @Test
  void extendsAFileByAPathFromItsOwnFolder() {
    folder.write("base.json", "{ 'extends': 'gtx980', 'sms': 8, 'coreKhz': 5000 }");

    GpuConfig gpu = load("mine.json", "{ 'extends': './base.json', 'sms': 4 }");

    assertEquals(4, gpu.sms());
    assertEquals(5000, gpu.coreKhz());
  }

  @Test
  void aCircleIsAnError() {
    folder.write("a.json", "{\n'extends': 'b.json' }");

    assertEquals(
        "a.json:2: extends: found \"b.json\""
            + ", allowed: a GPU that does not extend this one in turn",
        folder.error(() -> load("b.json", "{ 'extends': 'a.json' }")));
  }

  @Test
  void aChainMayHave32FilesButNotMore() {
    folder.write("1.json", "{ 'extends': 'gtx980', 'sms': 4 }");
    for (int i = 2; i <= 32; i++) {
      folder.write(i + ".json", "{ 'extends': '" + (i - 1) + ".json' }");
    }

    assertEquals(4, load("31.json", "{ 'extends': '30.json' }").sms());
    assertEquals(
        "1.json:1: extends: found \"gtx980\"" + ", allowed: a chain of at most 32 files",
        folder.error(() -> load("32.json", "{ 'extends': '31.json' }")));
  }

  @Test
  void anErrorInTheBaseNamesTheFileOfTheBase() {
    folder.write("base.json", "{ 'extends': 'gtx980',\n'sms': 0 }");

    assertEquals(
        "base.json:2: sms: found 0, allowed: an integer from 1 to 256\nwith mine.json",
        folder.error(() -> load("mine.json", "{ 'extends': 'base.json' }")));
  }

  @Test
  void describesEachNumberByTheFileThatStatesIt() {
    Map<String, String> sources = NumberSources.of("kepler-k20m");

    assertEquals("K20", sources.get("sms"));
    assertEquals("P1", sources.get("sm.threads"));
    assertEquals("G", sources.get("l1d.lineBytes"));
    assertEquals("GK", sources.get("l1i.bytes"));
  }

  @Test
  void aNumberWithoutSourceDoesNotInheritOne() {
    Path file = folder.write("mine.json", "{ 'extends': 'gtx980', 'sms': 8 }");

    Map<String, String> sources = NumberSources.of(file.toString());

    assertEquals("no source given", sources.get("sms"));
    assertEquals("P", sources.get("coreKhz"));
  }
}
