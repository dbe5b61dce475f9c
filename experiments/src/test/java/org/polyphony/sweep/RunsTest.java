package org.polyphony.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
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
  private volatile double doneShare;
  private volatile long shownCycles;

  @Test
  void runsEveryTaskOnWhateverNumberOfThreads() {
    for (int jobs : new int[] {1, 3, 50}) {
      ended.clear();
      runs(jobs, Progress.SILENT).all(tasks(20, (i, shown) -> {}));
      assertEquals(20, ended.size());
    }
  }

  @Test
  @Timeout(20)
  void runsTasksAtTheSameTime() {
    CountDownLatch both = new CountDownLatch(2);

    runs(2, Progress.SILENT)
        .all(
            tasks(
                2,
                (i, shown) -> {
                  both.countDown();
                  both.await();
                }));

    assertEquals(Set.of(0, 1), ended);
  }

  @Test
  void goesOnAfterAFailure() {
    List<Runs.Ended<Integer>> all =
        runs(2, Progress.SILENT)
            .all(
                tasks(
                    10,
                    (i, shown) -> {
                      if (i % 5 == 1) {
                        throw new SimulationFailure("no progress", "", null);
                      }
                    }));

    assertEquals(Set.of(1, 6), failed(all));
    assertEquals(8, ended.size());
  }

  @Test
  @Timeout(20)
  void saysWhyATaskFailedWhileOthersRun() {
    CountDownLatch said = new CountDownLatch(1);
    Progress progress =
        new Progress() {
          @Override
          public void update(double doneShare, long cycles, long warpInstructions) {}

          @Override
          public void say(String line) {
            notes.add(line);
            said.countDown();
          }
        };

    runs(2, progress)
        .all(
            tasks(
                2,
                (i, shown) -> {
                  if (i == 0) {
                    throw new SimulationFailure("no progress", "", null);
                  }
                  said.await();
                }));

    assertEquals(List.of("failed: task 0: no progress"), notes);
  }

  @Test
  void recordsARunThatNeedsTooMuchMemoryAndGoesOn() {
    List<Runs.Ended<Integer>> all =
        runs(1, Progress.SILENT)
            .all(
                tasks(
                    3,
                    (i, shown) -> {
                      if (i == 0) {
                        throw new OutOfMemoryError("Java heap space");
                      }
                    }));

    assertEquals(Set.of(0), failed(all));
    assertEquals(Set.of(1, 2), ended);
  }

  @Test
  void beginsNoTaskAfterAStop() {
    runs(1, Progress.SILENT)
        .all(
            tasks(
                10,
                (i, shown) -> {
                  if (i == 3) {
                    stop.request();
                  }
                }));

    assertEquals(Set.of(0, 1, 2, 3), ended);
  }

  @Test
  void showsWhatIsDoneAndFailedTogether() {
    runs(2, progress()).all(tasks(4, (i, shown) -> {}));

    assertEquals("4 done, 0 failed", notes.get(notes.size() - 1));
    assertEquals(1, doneShare);
    assertTrue(notes.size() >= 1);
  }

  @Test
  void countsNoRunAsDoneThatAStopHasEnded() {
    runs(1, progress()).all(tasks(4, (i, shown) -> stopAt(i, 2)));

    assertEquals("2 done, 0 failed", notes.get(notes.size() - 1));
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

    runs(1, progress()).all(tasks(1, work));

    assertEquals(Set.of(0), ended);
  }

  private void awaitShown(long cycles) throws InterruptedException {
    while (shownCycles != cycles) {
      Thread.sleep(5);
    }
  }

  private void stopAt(int task, int last) {
    if (task == last) {
      stop.request();
    }
  }

  private Progress progress() {
    return new Progress() {
      @Override
      public void begin(String stage) {}

      @Override
      public void update(double share, long cycles, long warpInstructions) {
        doneShare = share;
        shownCycles = cycles;
      }

      @Override
      public void note(String text) {
        notes.add(text);
      }

      @Override
      public void close() {}
    };
  }

  /** What a task does. */
  private interface Work {
    void doFor(int task, Progress progress) throws InterruptedException;
  }

  private Runs runs(int jobs, Progress progress) {
    return new Runs(new Sweep.Device(null, null, null), jobs, Instant.MAX, progress, stop);
  }

  private List<Runs.Item<Integer>> tasks(int count, Work work) {
    return IntStream.range(0, count).mapToObj(i -> task(i, work)).toList();
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
