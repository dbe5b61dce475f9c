package org.polyphony.workload.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.host.HostMachine;
import org.polyphony.host.JobLimit;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.Phase;
import org.polyphony.input.InvalidInputException;

/** A node of four cores and a device of 1,000 bytes and 640 warps. */
class JobStreamTest {
  private static final String HEAD = "id,arrival_s,cores,gpu_memory_bytes,gpu_share,duration_s\n";
  private static final HostMachine MACHINE =
      new HostMachine(
          1,
          new HostMachine.Cpu(1, 4, List.of(), true),
          new HostMachine.Pcie(1_000_000_000, 0, 1_000_000_000),
          List.of(new HostMachine.HostGpu("test", 1000, 10, 64, 16)));

  @TempDir private Path folder;

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("jobs.csv"), text);
  }

  private String refusal(String text) throws IOException {
    Path file = write(text);
    return assertThrows(InvalidInputException.class, () -> JobStream.read(file, MACHINE, 1))
        .getMessage()
        .substring(folder.toString().length() + 1);
  }

  @Test
  void makesAJobOfEachLine() throws IOException {
    List<Job> jobs = JobStream.read(write(HEAD + "a,0,1,500,0.25,2\nb,1.5,4,0,0,3\n"), MACHINE, 1);

    assertEquals(500, jobs.get(0).application().peakMemoryBytes());
    Phase.Launch launch = (Phase.Launch) jobs.get(0).application().phases().get(2);
    assertEquals(160, launch.kernel().warps());
    assertEquals(2_000_000_000, launch.kernel().aloneNanos());
    assertEquals(250, jobs.get(0).gpuShare());
    assertEquals(1_500_000_000, jobs.get(1).arrivalNanos());
    assertEquals(List.of(new Phase.Cpu(3_000_000_000L)), jobs.get(1).application().phases());
  }

  @Test
  void readsAFileWithAByteOrderMark() throws IOException {
    assertEquals(1, JobStream.read(write("\uFEFF" + HEAD + "a,0,1,5,0.5,1\n"), MACHINE, 1).size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,NaN,1,5,0.5,1 | arrival_s: found \"NaN\", allowed: a number from 0 to 1000000000",
        "a,0,5,5,0.5,1 | cores: found \"5\", allowed: a number from 1 to 4",
        "a,0,1.5,5,0.5,1 | cores: found 1.5, allowed: a whole number",
        "a,1d,1,5,0.5,1 | arrival_s: found \"1d\", allowed: a number from 0 to 1000000000",
        "a,0,1,5.5,0.5,1 | gpu_memory_bytes: found 5.5, allowed: a whole number",
        "a,0,1,1001,0.5,1 | gpu_memory_bytes: found \"1001\", allowed: a number from 0 to 1000",
        "a,0,1,-1,0.5,1 | gpu_memory_bytes: found \"-1\", allowed: a number from 0 to 1000",
        "a,0,1,5,1.5,1 | gpu_share: found \"1.5\", allowed: a number from 0 to 1",
        "a,0,1,5,0.5,inf | duration_s: found \"inf\", allowed: a number from 0 to 1000000000",
        "a,0,1,5,0.5 | columns: found 5, allowed: 6 fields",
        "a\u0007,0,1,5,0.5,1 | id: found \"a\\u0007\", allowed: a name without control characters",
        "first,0,1,5,0.5,1 | id: found \"first\", as in line 2, allowed: each id once"
      })
  void refusesAWrongLineWithItsNumber(String line, String message) throws IOException {
    assertEquals("jobs.csv:3: " + message, refusal(HEAD + "first,0,1,5,0.5,1\n" + line + "\n"));
  }

  @Test
  void refusesTimesOutOfOrderAndWrongColumns() throws IOException {
    assertEquals(
        "jobs.csv:3: arrival_s: found 4, allowed: not before the line above, 5.0",
        refusal(HEAD + "a,5,1,5,0.5,1\nb,4,1,5,0.5,1\n"));
    assertTrue(refusal("id,arrival\na,1\n").startsWith("jobs.csv:1: columns: found id,arrival,"));
    assertTrue(refusal("").startsWith("jobs.csv:1: columns: missing"));
    assertTrue(refusal(HEAD.replace(',', ';')).endsWith("duration_s, separated by commas"));
    assertEquals("jobs.csv:2: jobs: missing; give one or more", refusal(HEAD));
  }

  @Test
  void refusesMoreJobsThanTheHeapHolds() throws IOException {
    int schedulers = 1_000_000; // whose results take 250 MB for each job
    JobLimit limit = new JobLimit(schedulers);
    StringBuilder jobs = new StringBuilder(HEAD);
    for (int i = 0; i < limit.jobs(); i++) {
      jobs.append(i).append(",0,1,5,0.5,1\n");
    }
    assertEquals(limit.jobs(), JobStream.read(write(jobs.toString()), MACHINE, schedulers).size());

    Path file = write(jobs + "last,0,1,5,0.5,1\n");
    String message =
        assertThrows(InvalidInputException.class, () -> JobStream.read(file, MACHINE, schedulers))
            .getMessage();
    assertTrue(message.endsWith(limit.allowed()), message);
    assertTrue(message.contains("jobs.csv:" + (limit.jobs() + 2) + ": jobs: "), message);
  }

  @Test
  void refusesWhatIsNoText() throws IOException {
    Path file = Files.write(folder.resolve("binary.csv"), new byte[] {(byte) 0xff, 0, 1, 2});

    for (Path path : List.of(file, folder)) {
      String message =
          assertThrows(InvalidInputException.class, () -> JobStream.read(path, MACHINE, 1))
              .getMessage();
      String what =
          path.equals(file)
              ? "not a text in UTF-8, or in UTF-16 with a byte order mark"
              : "a folder";
      assertEquals(path + ": " + what + "; give a CSV file", message);
    }
  }
}
