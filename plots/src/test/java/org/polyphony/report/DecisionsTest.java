package org.polyphony.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  void listsCandidatesWithScoresAndMarksTheWinner() {
    String page = page();

    assertTrue(page.contains("the winner; score: ANTT, lower is better"), page);
    String row = page.substring(page.indexOf("<strong>more</strong>"));
    assertTrue(row.contains("LC 4, BS 1"), row);
    assertTrue(row.contains("<strong>1.700</strong>"), row);
    assertTrue(page.contains("LC 10.5, BS –"), page);
  }
}
