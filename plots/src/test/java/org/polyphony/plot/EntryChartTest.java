package org.polyphony.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.results.DisplayNames;
import org.polyphony.results.Results;

class EntryChartTest {
  @TempDir private Path folder;

  /** A row for each chart of a table: rows of the file are separated by spaces. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "agreement | agreement.csv | metric,series,xName,yName,x,y STP,s,real,model,1,2 |"
            + " STP, real",
        "fragmentation | fragmentation.csv | registersA,registersB,fragmentation 512,512,0.2 |"
            + " Registers of a thread block of kernel A (thousands)",
        "explanation | explanation.csv | point,benchmark,cause,mean,low,high,least,most,from,to,largest"
            + " ,a,slowdown,1.5,,,1.5,1.5,0,1.5,0 ,a,dram,0.5,,,0.5,0.5,1,1.5,1 |"
            + " slowdown dram",
        "causes | explanation.csv | point,benchmark,cause,mean,low,high,least,most,from,to,largest"
            + " x,a,slowdown,1.5,,,1.5,1.5,0,1.5,0 x,a,sm,0.5,,,0.5,0.5,1,1.5,1 |"
            + " sm",
        "noise | noise.csv | pair,category,seeds,spread a/b,COM/MEM,3,0.1 c/d,MEM/MEM,3,0.2 |"
            + " median",
        "speedup | table3.csv | benchmark,sms,speedup,type C1,1,1,COM C1,16,15.04,COM |"
            + " C1: 15.0x",
        "instances | instances.csv | application,scheduler,instances,speedup a,packed,2,1.9 |"
            + " Instances",
        "ratios | ratios.csv |"
            + " set,category,metric,policy,over,pairs,ratio,low,high"
            + " unseen,All,STP,tutti,maestro,36,1.1,1.05,1.2 |"
            + " All: 36 pairs",
        "host-utilisation | utilisation.csv | run,start_s,end_s,cpu,gpu,gpuMemory a,0,1,1,0,0.5 |"
            + " GPU memory",
        "gpu-histogram | utilisation.csv | run,start_s,end_s,gpu a,0,1,0.35 | 31-40",
        "core-utilisation | utilisation.csv | run,start_s,end_s,core0 a,0,1,0.3 | core 0"
      })
  void drawsATable(String chart, String file, String rows, String expected) throws IOException {
    Files.writeString(folder.resolve(file), rows.replace(" ", "\n").replace("All\n", "All "));

    String words = Folder.words(Charts.draw(Results.read(folder), List.of(chart)).get(0));

    assertTrue(words.contains(expected), words);
  }

  @Test
  void namesTheEntryAndWhatItCannotSay() {
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> Entry.read("wrong-charts.json"));

    assertTrue(e.getMessage().contains("wrong-charts.json: wrong: "), e.getMessage());
    assertTrue(e.getMessage().contains("\"speed\""), e.getMessage());
  }

  @Test
  void captionsSayHowManyPairsAndSeedsThereAre() throws IOException {
    Files.writeString(
        folder.resolve("noise.csv"),
        "pair,category,seeds,spread\na/b,COM/MEM,3,0.1\nc/d,MEM/MEM,5,0.2\n");

    String caption = Charts.draw(Results.read(folder), List.of("noise")).get(0).caption();

    assertTrue(caption.endsWith("; 2 pairs, 5 seeds each"), caption);
  }

  @Test
  void aPolicyLooksTheSameWhateverStandsBesideIt() {
    DisplayNames renamed = new DisplayNames(Map.of("maestro", "Maestro"), path -> "");

    SeriesStyle one = style("maestro", List.of("maestro"), DisplayNames.none());

    assertEquals(one, style("maestro", List.of("tutti", "mine", "maestro"), DisplayNames.none()));
    assertEquals(one, style("Maestro", List.of("smk-even", "Maestro"), renamed));
    assertEquals(
        one, style("maestro, sms=4", List.of("smk-even", "maestro, sms=4"), DisplayNames.none()));
  }

  @Test
  void policiesOfAUsersOwnTakeStylesThatAreFree() {
    List<String> policies = List.of("maestro", "mine", "other", "tutti");

    List<SeriesStyle> styles =
        policies.stream().map(p -> style(p, policies, DisplayNames.none())).distinct().toList();

    assertEquals(policies.size(), styles.size());
    assertEquals(style("mine", List.of("mine", "smk-even"), DisplayNames.none()), styles.get(1));
    assertNotEquals(styles.get(0), styles.get(1));
  }

  private static SeriesStyle style(String policy, List<String> series, DisplayNames names) {
    return SeriesStyles.ofPolicies(series, names).of(policy, 0);
  }
}
