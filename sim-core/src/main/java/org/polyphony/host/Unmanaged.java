package org.polyphony.host;

import java.util.ArrayDeque;
import org.polyphony.host.app.Job;
import org.polyphony.host.app.TaskNeed;

/** No GPU scheduler: applications use devices freely, and may run out of memory. */
public final class Unmanaged implements GpuScheduler {
  private final ArrayDeque<Reply> replies = new ArrayDeque<>();

  @Override
  public void start(long now, int process, Job job, int device) {
    replies.add(Reply.done(process));
  }

  @Override
  public void request(long now, int process, int task, TaskNeed need, long timeoutNanos) {
    replies.add(Reply.done(process));
  }

  @Override
  public void release(long now, int process, int task, long bytes, boolean endsTask) {
    replies.add(Reply.done(process));
  }

  @Override
  public void end(long now, int process) {
    replies.add(Reply.done(process));
  }

  @Override
  public void died(long now, int process, boolean inCriticalSection) {}

  @Override
  public Reply takeReply() {
    return replies.poll();
  }
}
