package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.polyphony.host.JobResult;
import org.polyphony.results.HostRecord;
import org.polyphony.results.Results;

class HostChartsTest {
  @TempDir private Path folder;

  private static String runs(int makespan) {
    return """
    "runs":[{"run":"sequential","makespanSeconds":40,"meanTurnaroundSeconds":20,\
    "outcomes":{"finished":4}},\
    {"run":"schedgpu-mmu","makespanSeconds":%d,"meanTurnaroundSeconds":10,\
    "outcomes":{"crashed":1,"finished":3}}]\
    """
        .formatted(makespan);
  }

  private Results sweep() throws IOException {
    Files.writeString(
        folder.resolve("results.jsonl"),
        "{\"run\":\"a\",\"axes\":{\"machine\":\"m\",\"jobs[0].count\":2,\"schedulers\":[\"x\"]},"
            + runs(20)
            + "}\n{\"run\":\"b\",\"axes\":{\"machine\":\"m\",\"jobs[0].count\":4},"
            + runs(10)
            + "}\n");
    return Results.read(folder);
  }

  @Test
  void readsTheRunsOfEachExperimentOfASweep() throws IOException {
    List<HostRecord> runs = sweep().hostRuns();

    assertEquals(4, runs.size());
    assertEquals("m, count=2", runs.get(1).setting());
    assertEquals("schedgpu-mmu", runs.get(1).scheduler());
    assertEquals(3 / 20.0, runs.get(1).jobsPerSecond(), 1e-12);
    assertEquals("b", runs.get(3).id());
    assertTrue(sweep().runs().isEmpty());
  }

  @Test
  void drawsSchedulersOfASweep() throws IOException {
    List<Picture> pictures = Charts.draw(sweep(), List.of());

    assertEquals(List.of("schedulers"), pictures.stream().map(Picture::name).toList());
    String words = Folder.words(pictures.get(0));
    assertTrue(words.contains("m, count=2") && words.contains("m, count=4"), words);
    assertTrue(words.startsWith("sequential schedgpu-mmu"), words);
  }

  @Test
  void drawsSchedulersOfOneExperiment() throws IOException {
    Files.writeString(folder.resolve("host-summary.json"), "{" + runs(20) + "}");

    assertEquals("schedulers", Charts.draw(Results.read(folder), List.of()).get(0).name());
  }

  private Picture gantt(String activities, String jobs) throws IOException {
    Files.writeString(
        folder.resolve("activities.csv"),
        "run,job,application,activity,start_s,end_s\n" + activities);
    Files.writeString(
        folder.resolve("jobs.csv"),
        "run,job,application,outcome,device,arrival_s,start_s,end_s,wait_s,kernel_s\n" + jobs);
    return Charts.draw(Results.read(folder), List.of("host-gantt")).get(0);
  }

  /** Nothing else of a Gantt chart is black but letters, and of them there are none here. */
  private static int blackPixels(Picture picture, double fromX, double toX) throws IOException {
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(PictureFormat.PNG.bytes(picture)));
    int black = 0;
    for (int y = image.getHeight() / 3; y < image.getHeight() / 2; y++) {
      for (int x = (int) (fromX * image.getWidth()); x < toX * image.getWidth(); x++) {
        black += (image.getRGB(x, y) & 0xFFFFFF) == 0 ? 1 : 0;
      }
    }
    return black;
  }

  @Test
  void marksTheEndOfAJobThatRanOutOfMemory() throws IOException {
    String activities = "s,A-1,A,cpu,0.0,50.0\ns,A-2,A,cpu,0.0,100.0\n";
    String finished = "s,A-1,A,finished,0,0.0,0.0,50.0,0.0,0.0\n";
    String failed = "s,A-1,A,out-of-memory,0,0.0,0.0,50.0,0.0,0.0\n";
    String other = "s,A-2,A,finished,0,0.0,0.0,100.0,0.0,0.0\n";

    assertEquals(0, blackPixels(gantt(activities, finished + other), 0.4, 0.6));
    assertTrue(blackPixels(gantt(activities, failed + other), 0.4, 0.6) > 100);
    assertEquals(0, blackPixels(gantt(activities, failed + other), 0.2, 0.4));
  }

  /** Returns a column of the rows that have it, in seconds, names and outcomes. */
  private List<String> column(String column, String... of) {
    return Tables.rows("activities", Results.read(folder)).stream()
        .filter(row -> Stream.of(of).allMatch(c -> row.find(c).isPresent()))
        .map(row -> row.text(column))
        .toList();
  }

  @Test
  void drawsAJobThatWasRefusedAtOnceAndTookNoTime() throws IOException {
    gantt(
        "s,A-3,A,waiting,0.0,9.0\n",
        """
        s,A-1,A,finished,0,0.0,0.0,0.0,0.0,0.0
        s,A-2,A,refused,-1,7.0,7.0,7.0,0.0,0.0
        s,A-3,A,hung,-1,0.0,0.0,,0.0,0.0
        """);

    assertEquals(List.of("A-1", "A-2", "A-3"), column("row", "mark"));
    assertEquals(List.of("finished", "refused", "hung"), column("mark", "mark"));
    assertEquals(List.of("0", "7", "9"), column("to", "mark")); // one hangs; it was last seen then
  }

  /** Stretches of a second: a kernel in the first, one over the end of the second, a long one. */
  @Test
  void tellsKernelsThatAreTooShortToBeSeen() throws IOException {
    gantt(
        """
        s,A-1,A,cpu,0.0,0.4
        s,A-1,A,kernel,0.4,0.5
        s,A-1,A,cpu,0.5,1.9
        s,A-1,A,kernel,1.9,2.1
        s,A-1,A,cpu,2.1,4.0
        s,A-1,A,kernel,4.0,700.0
        """,
        "s,A-1,A,finished,0,0.0,0.0,700.0,0.0,696.3\n");

    assertEquals(List.of("CPU", "GPU", "intermittent GPU use"), column("activity", "activity"));
    assertEquals(List.of("4", "700", "1"), column("to", "activity"));
  }

  @Test
  void drawsJobsThatTakeNoTime() throws IOException {
    Picture picture = gantt("s,A-1,A,cpu,0.0,0.0\n", "s,A-1,A,finished,0,0.0,0.0,0.0,0.0,0.0\n");

    String words = Folder.words(picture);
    assertTrue(words.contains("A-1") && words.contains("Time (s)"), words);
  }

  @Test
  void fitsTwoHundredJobsOnAPage() throws IOException {
    StringBuilder activities = new StringBuilder();
    for (int job = 0; job < 200; job++) {
      activities.append("s,A-" + job + ",A,cpu," + job + ".0,500.0\n");
    }

    Picture picture = gantt(activities.toString(), "");

    assertTrue(picture.height() < 650, "points: " + picture.height());
  }

  @ParameterizedTest
  @EnumSource(value = JobResult.Outcome.class, names = "FINISHED", mode = EnumSource.Mode.EXCLUDE)
  void hasAMarkForEachEndButThatOfAJobThatFinished(JobResult.Outcome outcome) {
    String word = outcome.name().toLowerCase(Locale.ROOT).replace('_', '-');

    assertTrue(EndMark.of(word).isPresent(), word);
    assertTrue(EndMark.of("finished").isEmpty());
  }
}
