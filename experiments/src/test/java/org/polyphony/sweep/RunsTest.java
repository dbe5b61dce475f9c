package org.polyphony.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.polyphony.run.Progress;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;

class RunsTest {
  private final Set<Integer> ended = new ConcurrentSkipListSet<>();
  private final StopFlag stop = new StopFlag();
  private final List<String> notes = new ArrayList<>();
  private final List<String> said = new CopyOnWriteArrayList<>();
  private volatile double doneShare;
  private volatile long shownCycles;

  @Test
  void runsEveryTaskOnWhateverNumberOfThreads() {
    for (int jobs : new int[] {1, 3, 50}) {
      ended.clear();
      run(jobs, 20, (i, shown) -> {});
      assertEquals(20, ended.size());
    }
  }

  @Test
  @Timeout(20)
  void runsTasksAtTheSameTime() {
    CountDownLatch both = new CountDownLatch(2);

    run(
        2,
        2,
        (i, shown) -> {
          both.countDown();
          both.await();
        });

    assertEquals(Set.of(0, 1), ended);
  }

  @Test
  void goesOnAfterAFailureOrARunThatNeedsTooMuchMemory() {
    List<Runs.Ended<Integer>> all =
        run(
            2,
            10,
            (i, shown) -> {
              failIf(i == 1);
              if (i == 6) {
                throw new OutOfMemoryError("Java heap space");
              }
            });

    assertEquals(Set.of(1, 6), failed(all));
    assertEquals(8, ended.size());
  }

  private static void failIf(boolean fails) {
    if (fails) {
      throw new SimulationFailure("no progress", "", null);
    }
  }

  @Test
  @Timeout(20)
  void saysWhyATaskFailedWhileOthersRun() {
    run(
        2,
        2,
        (i, shown) -> {
          failIf(i == 0);
          while (said.isEmpty()) {
            Thread.sleep(5);
          }
        });

    assertEquals(List.of("failed: task 0: no progress"), said);
  }

  @Test
  void beginsNoTaskAfterAStopAndCountsNoneThatItHasEnded() {
    run(1, 10, (i, shown) -> stopIf(i == 3));

    assertEquals(Set.of(0, 1, 2, 3), ended);
    assertEquals("3 done, 0 failed", notes.get(notes.size() - 1));
  }

  @Test
  void showsWhatIsDoneAndFailedTogether() {
    run(2, 4, (i, shown) -> {});

    assertEquals("4 done, 0 failed", notes.get(notes.size() - 1));
    assertEquals(1, doneShare);
  }

  @Test
  @Timeout(20)
  void showsNeverLessOfATaskWhoseStagesBeginAnew() {
    Work work =
        (i, shown) -> {
          shown.update(0.8, 1000, 1000);
          awaitShown(1000);
          shown.update(0.1, 10, 10);
          awaitShown(1010);
          assertEquals(0.8, doneShare);
        };

    run(1, 1, work);

    assertEquals(Set.of(0), ended);
  }

  private void awaitShown(long cycles) throws InterruptedException {
    while (shownCycles != cycles) {
      Thread.sleep(5);
    }
  }

  private void stopIf(boolean stops) {
    if (stops) {
      stop.request();
    }
  }

  private final Progress progress =
      new Progress() {
        @Override
        public void update(double share, long cycles, long warpInstructions) {
          doneShare = share;
          shownCycles = cycles;
        }

        @Override
        public void say(String line) {
          said.add(line);
        }

        @Override
        public void note(String text) {
          notes.add(text);
        }
      };

  /** What a task does. */
  private interface Work {
    void doFor(int task, Progress progress) throws InterruptedException;
  }

  private List<Runs.Ended<Integer>> run(int jobs, int count, Work work) {
    List<Runs.Item<Integer>> tasks =
        IntStream.range(0, count).mapToObj(i -> task(i, work)).toList();
    return new Runs(new Sweep.Device(null, null, null), jobs, Instant.MAX, progress, stop)
        .all(tasks);
  }

  private Runs.Item<Integer> task(int number, Work work) {
    return new Runs.Item<>(
        "task " + number,
        progress -> {
          try {
            work.doFor(number, progress);
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          ended.add(number);
          return Optional.of(number);
        });
  }

  private static Set<Integer> failed(List<Runs.Ended<Integer>> all) {
    return IntStream.range(0, all.size())
        .filter(i -> all.get(i).failure().isPresent())
        .boxed()
        .collect(Collectors.toSet());
  }
}
