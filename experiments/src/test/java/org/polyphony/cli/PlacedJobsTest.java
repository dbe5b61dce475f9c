package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.input.Sha256;
import org.polyphony.simulation.StopFlag;
import org.polyphony.text.MetricsPage;

class PlacedJobsTest {
  private static final String JOBS =
      "id,arrival_s,cores,gpu_memory_bytes,gpu_share,duration_s,cpu_milli,memory_bytes,gpus,gpu_models\n";

  @TempDir private Path folder;

  @BeforeEach
  void writeAnExperiment() throws IOException {
    Files.writeString(
        folder.resolve("jobs.csv"),
        JOBS + "x,0,1,0,1,10,1000,0,1,\ny,1,1,0,1,5,1000,0,2,\nz,2,1,0,0.5,3,1000,0,1,\n");
    Files.writeString(
        folder.resolve("two.json"),
        """
        {
          "nodes": [{ "gpus": 2, "cpuCores": 8, "memoryBytes": 1000 }, { "gpus": 1, "cpuCores": 4, "memoryBytes": 1000 }],
          "jobStream": "jobs.csv",
          "schedulers": ["first-fit", "fgd"]
        }
        """);
  }

  @Test
  void writesWhenEachJobRanAndWhere() throws IOException {
    CommandRun run = host();

    assertEquals(0, run.exitCode(), run.err());
    List<String> jobs = Files.readAllLines(folder.resolve("out/cluster-jobs.csv"));
    assertEquals("policy,load,job,arrival_s,start_s,end_s,node,gpus", jobs.get(0));
    assertEquals("first-fit,1.0,y,1.0,10.0,15.0,node-0,0 1", jobs.get(2)); // behind x
    assertEquals("first-fit,1.0,z,2.0,2.0,5.0,node-0,1", jobs.get(3));
    assertEquals("fgd,1.0,y,1.0,1.0,6.0,node-0,0 1", jobs.get(5)); // x is on the small node
  }

  @Test
  void meansOverSeedsHaveIntervalsAndDifferencesToTheFirstPolicy() throws IOException {
    host("--set", "seeds=3");

    JsonNode summary = summary();
    assertEquals(3, summary.path("seeds").asInt());
    JsonNode last = summary.path("means").get(summary.path("means").size() - 1);
    assertEquals("fgd", last.path("policy").asText());
    assertTrue(last.path("low").asDouble() <= last.path("mean").asDouble(), last.toString());
    assertTrue(last.has("differenceLow"), last.toString());
  }

  @Test
  void holdsExactlyTheMetricsThatTheReferenceDefines() throws IOException {
    StopFlag stop = new StopFlag();
    stop.request();
    CommandRun run =
        CommandRun.until(
            stop,
            (request, watcher) -> {
              throw new AssertionError("a device");
            },
            folder.resolve("cache"),
            arguments());
    assertEquals(130, run.exitCode());
    assertTrue(summary().path("partial").asBoolean());
    Set<String> partial = MetricsPage.paths((ObjectNode) summary(), Set.of());
    host("--set", "seeds=3");

    ObjectNode summary = (ObjectNode) summary();
    summary.withObject("/provenance").put("ownCode", "ab"); // with a policy of one's own
    Set<String> whole = MetricsPage.paths(summary, Set.of());
    whole.addAll(partial);
    Set<String> defined = new TreeSet<>(MetricsPage.names("host-summary.json"));
    defined.removeIf(name -> name.startsWith("runs"));
    assertEquals(defined, new TreeSet<>(whole));
  }

  @Test
  void fillsTheNodesAndTurnsAwayWhatHasNoRoom() throws IOException {
    host("--set", "mode=fill", "--set", "seeds=2");

    List<String> filling = Files.readAllLines(folder.resolve("out/filling.csv"));
    assertEquals("policy,seed,asked,allocated,fragments,turned_away,refused", filling.get(0));
    assertEquals(1 + 2 * 2 * 50, filling.size()); // policies, seeds, steps
  }

  @Test
  void writesTheSameBytesAgain() throws IOException {
    List<byte[]> first = files();
    assertEquals(5, first.size());

    List<byte[]> again = files();

    for (int f = 0; f < first.size(); f++) {
      assertArrayEquals(first.get(f), again.get(f));
    }
  }

  @Test
  void runsAPolicyOfTheUsersFromItsFileBesideTheOthers() throws IOException {
    Path file = policy("return -cluster.node(node).gpus();");

    CommandRun run = host("--policy", file.toString());

    assertEquals(0, run.exitCode(), run.err());
    List<String> jobs = Files.readAllLines(folder.resolve("out/cluster-jobs.csv"));
    assertEquals("Mine,1.0,x,0.0,0.0,10.0,node-0,0", jobs.get(7)); // the node with most GPUs
    assertEquals(Files.readString(file), Files.readString(folder.resolve("out/policy.java")));
    assertEquals(Sha256.hexOf(file), summary().at("/provenance/ownCode").asText());
  }

  @Test
  void keepsWhatEndedBeforeAPolicyOfTheUsersFailed() throws IOException {
    CommandRun run = host("--policy", policy("return 1 / (cluster.nodes() - 2);").toString());

    assertEquals(1, run.exitCode(), run.err());
    assertTrue(run.err().contains("policy Mine, load 1.0, seed 0: "), run.err());
    assertTrue(run.err().contains("at Mine.cost(Mine.java:"), run.err());
    assertFalse(run.err().contains("NodePolicies.choose"), run.err());
    assertTrue(summary().path("partial").asBoolean());
    assertEquals(2 * 3 + 1, Files.readAllLines(folder.resolve("out/cluster-jobs.csv")).size());
  }

  @Test
  void refusesAPolicyOfAnotherKind() throws IOException {
    Path file = Files.writeString(folder.resolve("Mine.java"), "public class Mine {}");

    host("--policy", file.toString()).assertBadInput("Mine.java: found no policy", "or NodePolicy");
    host("--set", "schedulers[0]=java.lang.String")
        .assertBadInput("schedulers: found \"java.lang.String\"", "NodePolicy");
  }

  private Path policy(String cost) throws IOException {
    return Files.writeString(
        folder.resolve("Mine.java"),
        """
        import org.polyphony.host.cluster.Cluster;
        import org.polyphony.host.cluster.Demand;
        import org.polyphony.host.cluster.NodePolicies;
        import org.polyphony.host.cluster.NodePolicy;

        public class Mine implements NodePolicy {
          public Mine(NodePolicies.Setup setup) {}

          public double cost(Cluster cluster, int node, Demand demand) {
            %s
          }
        }
        """
            .formatted(cost));
  }

  @Test
  void aSweepHasTheMeansOfEachExperimentByWhatTheyAreOf() throws IOException {
    Files.writeString(
        folder.resolve("sweep.json"),
        """
        {
          "base": { "nodes": [{ "gpus": 2, "cpuCores": 8, "memoryBytes": 1000 }],
                    "jobStream": "jobs.csv", "schedulers": ["first-fit", "fgd"] },
          "axes": { "nodes[0].gpus": [2, 4] }
        }
        """);

    CommandRun run =
        CommandRun.refused(
            folder.resolve("cache"),
            "sweep",
            folder.resolve("sweep.json").toString(),
            "--out",
            folder.resolve("swept").toString());

    assertEquals(0, run.exitCode(), run.err());
    CsvReader<NamedCsvRecord> rows =
        CsvReader.builder().ofNamedCsvRecord(folder.resolve("swept/results.csv"));
    List<NamedCsvRecord> runs = rows.stream().toList();
    assertEquals(2, runs.size());
    String wait = "means.Mean wait (h).load 1.fgd.mean";
    assertTrue(Double.parseDouble(runs.get(0).getField(wait)) > 0);
    assertEquals(0, Double.parseDouble(runs.get(1).getField(wait)));
    CommandRun plot =
        CommandRun.refused(folder.resolve("cache"), "plot", folder.resolve("swept").toString());
    assertEquals(0, plot.exitCode(), plot.err());
    assertTrue(Files.exists(folder.resolve("swept/charts/mean-wait-h.png")), plot.out());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "schedulers=[\"lucky\"]; schedulers[0]: found \"lucky\"",
        "schedulers=[\"fgd\",\"fgd\"]; schedulers[1]: found \"fgd\" twice, allowed: each once",
        "loads=[0]; loads[0]: found 0",
        "arrivals=poisson; arrivals: found \"poisson\", allowed: only with seeds of 1 or more",
        "nodes=[]; nodes: found",
        "jobStream=none.csv; none.csv",
        "draws=2; draws: found 2, allowed: only with arrivals poisson",
        "machine=k20m-server; machine: found together with nodes, allowed: one of the two",
        "loads=[1e-300]; loads: found a load with arrivals after",
        "nodes[0].gpus=1; jobs.csv: job y: found 1000 thousandths of each of 2 GPUs"
      })
  void refusesBadInput(String set, String message) {
    host("--set", set).assertBadInput(message);
  }

  @Test
  void refusesToCountGpusThatNobodyHasOrAsksFor() throws IOException {
    host("--set", "nodes=[{\"cpuCores\":8,\"memoryBytes\":1}]", "--set", "mode=fill")
        .assertBadInput("nodes: found no GPU, allowed: 1 or more");
    Files.writeString(folder.resolve("jobs.csv"), JOBS + "x,0,1,0,0,10,1000,0,0,\n");
    host("--set", "mode=fill", "--set", "seeds=1").assertBadInput("jobs.csv: gpus: found no GPU");
    host("--set", "arrivals=poisson", "--set", "seeds=1")
        .assertBadInput("jobs.csv: gpus: found no GPU");
  }

  @Test
  void refusesAClusterExperimentOfOldWithItsNewKeys() throws IOException {
    Files.writeString(
        folder.resolve("two.json"),
        "{ \"nodes\": \"nodes.csv\", \"jobStream\": \"jobs.csv\", \"policies\": [\"fgd\"], \"jobs\": 9 }");

    host()
        .assertBadInput("policies: found it, allowed: schedulers", "jobs: found 9, allowed: draws");
  }

  private List<byte[]> files() throws IOException {
    host("--set", "seeds=2", "--quiet");
    List<byte[]> files = new ArrayList<>();
    for (String name :
        List.of(
            "host-summary.json",
            "means.csv",
            "cluster-runs.csv",
            "cluster.csv",
            "cluster-jobs.csv")) {
      files.add(Files.readAllBytes(folder.resolve("out").resolve(name)));
    }
    return files;
  }

  private JsonNode summary() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("out/host-summary.json").toFile());
  }

  private CommandRun host(String... more) {
    return CommandRun.refused(folder.resolve("cache"), arguments(more));
  }

  private String[] arguments(String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "host",
                folder.resolve("two.json").toString(),
                "--out",
                folder.resolve("out").toString()));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }
}
