package org.polyphony.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.polyphony.run.Progress;
import org.polyphony.simulation.SimulationFailure;
import org.polyphony.simulation.StopFlag;

class BatchTest {
  private final Set<Integer> ended = new ConcurrentSkipListSet<>();
  private final Set<Integer> failed = new ConcurrentSkipListSet<>();
  private final StopFlag stop = new StopFlag();
  private final List<String> notes = new ArrayList<>();
  private volatile double doneShare;
  private volatile long shownCycles;

  @Test
  void runsEveryTaskOnWhateverNumberOfThreads() {
    for (int jobs : new int[] {1, 3, 50}) {
      ended.clear();
      new Batch(jobs, Progress.SILENT, stop).run(tasks(20, i -> {}));
      assertEquals(20, ended.size());
    }
  }

  @Test
  @Timeout(20)
  void runsTasksAtTheSameTime() {
    CountDownLatch both = new CountDownLatch(2);

    new Batch(2, Progress.SILENT, stop)
        .run(
            tasks(
                2,
                i -> {
                  both.countDown();
                  both.await();
                }));

    assertEquals(Set.of(0, 1), ended);
  }

  @Test
  void goesOnAfterAFailure() {
    int count =
        new Batch(2, Progress.SILENT, stop)
            .run(
                tasks(
                    10,
                    i -> {
                      if (i % 5 == 1) {
                        throw new SimulationFailure("no progress", "", null);
                      }
                    }));

    assertEquals(2, count);
    assertEquals(Set.of(1, 6), failed);
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

    new Batch(2, progress, stop)
        .run(
            tasks(
                2,
                i -> {
                  if (i == 0) {
                    throw new SimulationFailure("no progress", "", null);
                  }
                  said.await();
                }));

    assertEquals(List.of("failed: task 0: no progress"), notes);
  }

  @Test
  void recordsARunThatNeedsTooMuchMemoryAndGoesOn() {
    int count =
        new Batch(1, Progress.SILENT, stop)
            .run(
                tasks(
                    3,
                    i -> {
                      if (i == 0) {
                        throw new OutOfMemoryError("Java heap space");
                      }
                    }));

    assertEquals(1, count);
    assertEquals(Set.of(0), failed);
    assertEquals(Set.of(1, 2), ended);
  }

  @Test
  void beginsNoTaskAfterAStop() {
    new Batch(1, Progress.SILENT, stop)
        .run(
            tasks(
                10,
                i -> {
                  if (i == 3) {
                    stop.request();
                  }
                }));

    assertEquals(Set.of(0, 1, 2, 3), ended);
  }

  @Test
  void showsWhatIsDoneAndFailedTogether() {
    new Batch(2, progress(), stop).run(tasks(4, i -> {}));

    assertEquals("4 done, 0 failed", notes.get(notes.size() - 1));
    assertEquals(1, doneShare);
    assertTrue(notes.size() >= 1);
  }

  @Test
  void countsNoRunAsDoneThatAStopHasEnded() {
    new Batch(1, progress(), stop).run(tasks(4, i -> stopAt(i, 2)));

    assertEquals("2 done, 0 failed", notes.get(notes.size() - 1));
  }

  @Test
  @Timeout(20)
  void showsNeverLessOfATaskWhoseStagesBeginAnew() {
    AtomicReference<Progress> ofTask = new AtomicReference<>();
    Batch.Task task =
        new Numbered(
            0,
            number -> {
              ofTask.get().update(0.8, 1000, 1000);
              awaitShown(1000);
              ofTask.get().update(0.1, 10, 10);
              awaitShown(1010);
              assertEquals(0.8, doneShare);
            }) {
          @Override
          public void run(Progress progress) {
            ofTask.set(progress);
            super.run(progress);
          }
        };

    new Batch(1, progress(), stop).run(List.of(task));

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
    void doFor(int task) throws InterruptedException;
  }

  private List<Batch.Task> tasks(int count, Work work) {
    List<Batch.Task> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tasks.add(new Numbered(i, work));
    }
    return tasks;
  }

  private class Numbered implements Batch.Task {
    private final int number;
    private final Work work;

    Numbered(int number, Work work) {
      this.number = number;
      this.work = work;
    }

    @Override
    public void run(Progress progress) {
      try {
        work.doFor(number);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      ended.add(number);
    }

    @Override
    public String id() {
      return "task " + number;
    }

    @Override
    public void failed(RuntimeException cause) {
      failed.add(number);
    }
  }
}
