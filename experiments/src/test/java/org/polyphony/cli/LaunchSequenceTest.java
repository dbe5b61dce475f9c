package org.polyphony.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.polyphony.gpu.kernel.InstructionStream;
import org.polyphony.gpu.kernel.InstructionTable;
import org.polyphony.gpu.kernel.Kernel;
import org.polyphony.gpu.kernel.Workload;

class LaunchSequenceTest {
  /** A kernel that is only listed, never run. */
  private record Listed(String name, long threadBlocks) implements Kernel {
    @Override
    public int threadsPerBlock() {
      return 32;
    }

    @Override
    public int registersPerThread() {
      return 8;
    }

    @Override
    public int sharedMemoryBytes() {
      return 0;
    }

    @Override
    public InstructionTable instructions() {
      return new InstructionTable.Builder().build();
    }

    @Override
    public InstructionStream open(int slots) {
      throw new UnsupportedOperationException(name);
    }
  }

  private record Steps(List<Step> list) implements Workload {
    @Override
    public String name() {
      return "steps";
    }

    @Override
    public int steps() {
      return list.size();
    }

    @Override
    public Step step(int index) {
      return list.get(index);
    }
  }

  /** A sequence of kernels that are called by their letters, each of as many blocks as given. */
  private static LaunchSequence sequence(String letters, long... blocks) {
    List<Workload.Step> steps = new ArrayList<>();
    for (int i = 0; i < letters.length(); i++) {
      long count = blocks.length == 0 ? 1 : blocks[i];
      steps.add(new Workload.Launch(new Listed(letters.substring(i, i + 1), count)));
    }
    return new LaunchSequence(new Steps(steps));
  }

  private static String order(String letters) {
    String text = sequence(letters).text();
    return text.substring(text.indexOf(": ") + 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "abcabcabca | 3 x (a, b, c), then a",
        "abbbb | a, then 4 x b",
        "abc | a, then b, then c",
        "abcdefghijklmnop | a, then b, then c, then d, then e, then f, then g, then h, then i,"
            + " then j, then k, then l, ...",
      })
  void countsTheRepetitionsOfKernelsAndPatterns(String letters, String order) {
    assertEquals(order, order(letters));
  }

  @Test
  void countsLaunchesCopiesAndStreams() {
    List<Workload.Step> copies =
        List.of(
            new Workload.HostCopy(0, 1000),
            new Workload.HostCopy(1024, 24),
            new Workload.Launch(new Listed("a", 1)));
    List<Workload.Step> streams =
        List.of(
            new Workload.Launch(new Listed("a", 1), 0), new Workload.Launch(new Listed("b", 1), 1));

    assertEquals(
        "1 launch, 2 copies to the device of 1,024 bytes: a",
        new LaunchSequence(new Steps(copies)).text());
    assertEquals(
        "2 launches in 2 streams, 0 copies to the device of 0 bytes: a, then b",
        new LaunchSequence(new Steps(streams)).text());
  }

  @Test
  void saysHowGridsChange() {
    assertEquals("3, of 9, 4, 1 thread blocks", sequence("aaa", 9, 4, 1).grids("a"));
    assertEquals("2, each 1,954 thread blocks", sequence("aa", 1954, 1954).grids("a"));
    assertEquals("1, 1 thread block", sequence("a", 1).grids("a"));
    assertEquals(
        "8, of 8, 7, 6, 5, 4, 3, ... 1 thread blocks",
        sequence("aaaaaaaa", 8, 7, 6, 5, 4, 3, 2, 1).grids("a"));
  }
}
