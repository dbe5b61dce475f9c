package org.polyphony.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.polyphony.results.Results;

class DecisionsTest {
  @TempDir private Path folder;

  @BeforeEach
  void writeARun() throws IOException {
    write(
        "summary.json",
        """
        {"policy":"maestro","objective":"antt","cycles":2000,"stp":1.3,"antt":1.5,"benchmarks":[\
        {"name":"LC","ipc":60,"ipcAlone":100},{"name":"BS","ipc":35,"ipcAlone":50}]}
        """);
    write("resolved.json", "{\"gpu\":{\"sms\":2}}");
    write(
        "roles.csv",
        """
        cycle,sm,role,benchmark,quota
        0,0,follower,LC,3
        0,0,follower,BS,1
        0,1,dedicated,LC,0
        0,1,dedicated,BS,0
        1000,0,more,LC,4
        1000,0,more,BS,1
        """);
    write(
        "decisions.csv",
        """
        epoch,cycle,pair,candidate,benchmark,threadBlocks,ipc,score,chosen
        1,1000,LC/BS,follower,LC,3,10.5,1.9,false
        1,1000,LC/BS,follower,BS,1,,1.9,false
        1,1000,LC/BS,more,LC,4,12,1.7,true
        1,1000,LC/BS,more,BS,1,9,1.7,true
        """);
    write(
        "epochs.csv",
        """
        epoch,endCycle,benchmark,ipc,quota
        0,1000,LC,50,3
        0,1000,BS,25,1
        1,2000,LC,70,4
        1,2000,BS,45,1
        """);
    write(
        "timeline.csv",
        """
        cycle,event,sm,slot,benchmark,launch,threadBlock
        0,launch,0,0,LC,0,0
        500,launch,0,1,LC,0,1
        1000,end,0,0,LC,0,0
        """);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  private String page() {
    return Report.html(Results.read(folder), folder);
  }

  @Test
  void showsWhatEachSmWasUsedForUntilThatChanged() {
    String page = page();

    assertTrue(
        page.contains(
            "<rect x=\"0\" y=\"0\" width=\"1000\" height=\"0.9\" class=\"role-0\""
                + " data-v=\"SM 0: follower, LC 3, BS 1\"/>"),
        page);
    assertTrue(
        page.contains(
            "<rect x=\"1000\" y=\"0\" width=\"1000\" height=\"0.9\" class=\"role-1\""
                + " data-v=\"SM 0: more, LC 4, BS 1\"/>"),
        page);
    assertFalse(page.contains("SM 1: dedicated"), "an SM that may hold nothing is left out");
  }

  @Test
  void showsTheThreadBlocksThatAnSmHeld() {
    String page = page();

    assertTrue(page.contains("Thread blocks of LC on each SM, darker for more, at most 2"));
    List<String> cells =
        page.lines().filter(line -> line.matches(".*data-v=.* thread blocks of LC.*")).toList();
    assertEquals(3, cells.size(), cells.toString()); // one, two, and one again
    assertTrue(cells.get(0).contains("x=\"0\" y=\"0\" width=\"500\""), cells.get(0));
    assertTrue(cells.get(1).contains("x=\"500\" y=\"0\" width=\"500\""), cells.get(1));
    assertTrue(cells.get(1).contains("SM 0: 2 thread blocks of LC"), cells.get(1));
    assertTrue(cells.get(2).contains("x=\"1000\" y=\"0\" width=\"1000\""), cells.get(2));
  }

  @Test
  void listsCandidatesWithScoresAndMarksTheWinner() {
    String page = page();

    assertTrue(page.contains("the winner; score: ANTT, lower is better"), page);
    String row = page.substring(page.indexOf("<strong>more</strong>"));
    assertTrue(row.contains("LC 4, BS 1"), row);
    assertTrue(row.contains("<strong>1.700</strong>"), row);
    assertTrue(page.contains("LC 10.5, BS –"), page);
  }

  @Test
  void drawsStpOfEachEpoch() {
    assertTrue(page().contains("dashed: first rounds, 1.300")); // 0.5 + 0.5, 0.7 + 0.9
    assertTrue(page().contains("<polyline points=\"0,"));
  }

  @Test
  void aRunWithoutDecisionsShowsItsSms() throws IOException {
    Files.delete(folder.resolve("decisions.csv"));

    assertTrue(page().contains("<h2 id=\"decisions-title\">SMs</h2>"));
  }

  @Test
  void namesOfWorkloadsAreText() throws IOException {
    String roles = Files.readString(folder.resolve("roles.csv"));
    write("roles.csv", roles.replace("LC", "<b>&"));

    assertTrue(page().contains("SM 0: follower, &lt;b>&amp; 3, BS 1"));
  }
}
