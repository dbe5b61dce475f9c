package org.polyphony.gpu.dispatch;

import org.polyphony.gpu.kernel.Kernel;

/** Notifications of the command processor and the thread-block scheduler to the device. */
public interface KernelListener {
  /**
   * A kernel is assigned a row of the kernel control block; its first thread block launches in this
   * cycle at the earliest.
   *
   * @param kernelRow a free row, 0 to {@link KernelControlBlocks#ROWS} - 1
   */
  void kernelStarted(long cycle, int kernelRow, int process, Kernel kernel);

  /**
   * A kernel's last thread block has left the device, or its process was stopped and nothing of it
   * is resident any more. The row may be reused in this cycle.
   */
  void kernelEnded(long cycle, int kernelRow);

  /**
   * A process copies from host to device memory; the copy takes no time.
   *
   * @param address first byte written, in the process's address space
   * @param bytes length, at least 0
   */
  void hostCopy(long cycle, int process, long address, long bytes);
}
