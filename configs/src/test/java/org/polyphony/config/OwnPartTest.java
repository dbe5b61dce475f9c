package org.polyphony.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.polyphony.gpu.Gpu;
import org.polyphony.gpu.config.GpuConfig;
import org.polyphony.policy.warp.WarpSchedulers;

/** Hardware parts that are Java files of a user's own. */
class OwnPartTest {
  private static final String FIRST =
      """
      import org.polyphony.gpu.part.replacement.*;
      import org.polyphony.input.Key;
      public final class First implements ReplacementPolicy {
        public record Parameters(@Key(value = "from", max = 3, absent = "0") int from) {}
        private final CacheSets sets;
        public First(CacheSets sets, Parameters parameters) { this.sets = sets; }
        public int victim(int set, int workload) {
          int way = 0;
          while (!sets.mayEvict(set, way)) { way++; }
          return way;
        }
      }
      """;

  @RegisterExtension private final ConfigFolder folder = new ConfigFolder();

  @BeforeEach
  void writeAPart() {
    folder.text("mine/First.java", FIRST);
  }

  private static String experiment(String part) {
    return "{'workloads': ['LC'], 'gpu': {'extends': 'gtx980', 'l2':"
        + " {'replacement': "
        + part
        + "}}}";
  }

  private String hash(String part, String... sets) {
    return folder.config(experiment(part), sets).configHash(List.of("LC"));
  }

  @Test
  void isFoundFromTheFolderOfTheExperimentAndMadeForEachCache() {
    String both = "{'name': 'mine/First.java', 'from': 2}";
    GpuConfig gpu = folder.config(experiment(both)).gpu();

    assertTrue(new Gpu(gpu, WarpSchedulers.scheduling("gto", "none"), 1).config().equals(gpu));
    assertEquals("gtx980 (l2.replacement.from=2, l2.replacement.name=First.java)", gpu.name());
  }

  @Test
  void isFoundFromTheFolderOfItsGpuFile() {
    folder.write(
        "gpus/own.json", "{'extends': 'gtx980', 'l1d': {'replacement': '../mine/First.java'}}");

    GpuConfig gpu = folder.config("{'workloads': ['LC'], 'gpu': 'gpus/own.json'}").gpu();

    assertEquals(folder.at("mine/First.java").toString(), gpu.l1d().replacement().name());
  }

  @Test
  void isKnownByItsContentAndNotByItsFolder() {
    String before = hash("\"mine/First.java\"");
    folder.text("other/First.java", FIRST);

    assertEquals(before, hash("\"other/First.java\""));
    assertEquals(before, hash("\"lru\"", "gpu.l2.replacement=" + folder.at("mine/First.java")));
    assertNotEquals(before, hash("{'name': 'mine/First.java', 'from': 1}"));
    String device = folder.config(experiment("\"mine/First.java\"")).gpu().toString();

    folder.text("mine/First.java", FIRST.replace("way = 0", "way = +0"));

    assertNotEquals(before, hash("\"mine/First.java\""));
    assertNotEquals(device, folder.config(experiment("\"mine/First.java\"")).gpu().toString());
  }

  private String errorOf(String part, String name, String text) {
    folder.text(name, text);
    return folder.errorOf(experiment(part));
  }

  @Test
  void whatIsWrongInItIsSaidBeforeTheRun() {
    String part = "x.json:1: gpu.l2.replacement";

    assertEquals(
        part + ".from: found 9, allowed: an integer from 0 to 3",
        folder.errorOf(experiment("{'name': 'mine/First.java', 'from': 9}")));
    assertEquals(
        part
            + ": mine/None.java: no such file; give a Java file with a class that implements"
            + " ReplacementPolicy",
        folder.errorOf(experiment("\"mine/None.java\"")));
    String broken = errorOf("\"Broken.java\"", "Broken.java", FIRST.replace("sets;", "sets"));
    assertTrue(broken.startsWith(part + ": Broken.java does not compile:\n"), broken);
    assertTrue(broken.contains("Broken.java:5: error: "), broken);
    String other = errorOf("\"Other.java\"", "Other.java", "public class Other {}");
    assertTrue(other.contains("that implements ReplacementPolicy"), other);
    String shared = FIRST.replace("private final CacheSets sets;", "static CacheSets sets;");
    assertEquals(
        part
            + ": class First has a static field that all parts of a run would share; make it"
            + " final: sets",
        errorOf(
            "\"shared/First.java\"",
            "shared/First.java",
            shared.replace("this.sets", "First.sets")));
  }
}
