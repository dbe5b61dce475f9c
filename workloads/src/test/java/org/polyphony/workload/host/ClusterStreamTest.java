package org.polyphony.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.host.cluster.ClusterJob;
import org.polyphony.host.cluster.ClusterNode;
import org.polyphony.host.cluster.Demand;
import org.polyphony.input.InvalidInputException;

class ClusterStreamTest {
  private static final String HEAD = "id,arrival_s,cores,gpu_memory_bytes,gpu_share,duration_s";
  private static final String ALL = HEAD + ",cpu_milli,memory_bytes,gpus,gpu_models\n";

  @TempDir private Path folder;

  @Test
  void readsJobsOfSeveralGpusAndTheirModels() throws IOException {
    Path file = write("jobs.csv", ALL + "a,1.5,2,100,1,3,2500,7,4,T4|P100\n");

    assertEquals(
        List.of(
            new ClusterJob(
                "a",
                1_500_000_000,
                3_000_000_000L,
                new Demand(2500, 7, 4, 1000, 100, List.of("T4", "P100")))),
        ClusterStream.read(file));
  }

  @Test
  void readsAStreamOfSingleGpus() throws IOException {
    Path file = write("jobs.csv", HEAD + "\na,0,2,100,0.25,3\nb,0,1,0,0,3\n");

    List<ClusterJob> jobs = ClusterStream.read(file);

    assertEquals(new Demand(2000, 0, 1, 250, 100, List.of()), jobs.get(0).demand());
    assertEquals(new Demand(1000, 0, 0, 0, 0, List.of()), jobs.get(1).demand());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a,0,1,0,0.5,3,1000,0,2,; gpu_share: found 0.5, allowed: 1 with several GPUs",
        "a,0,1,0,1,3,1000,0,65,; gpus: found \"65\", allowed: a number from 0 to 64",
        "a,0,1,0,2,3,1000,0,1,; gpu_share: found \"2\", allowed: a number from 0 to 1",
        ",0,1,0,1,3,1000,0,1,; id: found nothing, allowed: each id once"
      })
  void refusesWhatNoNodeCanGive(String line, String message) throws IOException {
    Path file = write("jobs.csv", ALL + line + "\n");

    String found =
        assertThrows(InvalidInputException.class, () -> ClusterStream.read(file)).getMessage();

    assertEquals(file + ":2: " + message, found);
  }

  @Test
  void refusesAStreamWithoutJobs() throws IOException {
    Path file = write("jobs.csv", ALL);

    assertThrows(InvalidInputException.class, () -> ClusterStream.read(file));
  }

  @Test
  void makesNodesOfTheTraceThatAreReadAgain() throws IOException {
    Path openb =
        write(
            "nodes.csv",
            "sn,cpu_milli,memory_mib,gpu,model\nn0,96000,1024,8,T4\nn1,64000,512,0,\n");

    List<ClusterNode> nodes = NodeList.readOpenb(openb, 1000);

    assertEquals(new ClusterNode("n0", "T4", 8, 1000, 96_000, 1L << 30), nodes.get(0));
    assertEquals(new ClusterNode("n1", "", 0, 0, 64_000, 1L << 29), nodes.get(1));
    assertEquals(nodes, NodeList.read(write("out.csv", NodeList.csv(nodes))));
  }

  @Test
  void refusesANodeTwice() throws IOException {
    Path file =
        write("nodes.csv", String.join(",", NodeList.COLUMNS) + "\na,T4,1,1,1,1\na,T4,1,1,1,1\n");

    String message =
        assertThrows(InvalidInputException.class, () -> NodeList.read(file)).getMessage();

    assertEquals(file + ":3: node: found \"a\", as in line 2, allowed: each node once", message);
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }
}
