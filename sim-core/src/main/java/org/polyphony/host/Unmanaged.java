package org.polyphony.host;

import java.util.ArrayDeque;
import org.polyphony.engine.EventQueue;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.TaskNeed;

/** No scheduler: applications do as they please, and run out of memory when they do. */
public final class Unmanaged implements GpuScheduler {
  private final ArrayDeque<Reply> replies = new ArrayDeque<>();

  /** Makes the scheduler. */
  public Unmanaged() {}

  @Override
  public void start(long now, int process, Job job, int device) {
    done(process);
  }

  @Override
  public void request(long now, int process, TaskNeed need, long timeoutNanos) {
    done(process);
  }

  @Override
  public void release(long now, int process, long bytes) {
    done(process);
  }

  @Override
  public void end(long now, int process) {
    done(process);
  }

  @Override
  public void died(long now, int process, boolean inCriticalSection) {}

  @Override
  public long due() {
    return EventQueue.NEVER;
  }

  @Override
  public void act(long now) {}

  @Override
  public Reply takeReply() {
    return replies.poll();
  }

  private void done(int process) {
    replies.add(new Reply(process, Answer.DONE, TaskNeed.ANY));
  }
}
