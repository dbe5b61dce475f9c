package org.polyphony.gpu.dispatch;

import org.polyphony.gpu.kernel.Kernel;

/** What the command processor and the thread-block scheduler tell the rest of the device. */
public interface KernelListener {
  /**
   * A kernel gets a row of the kernel control block; its first thread block is launched in this
   * cycle at the earliest.
   *
   * @param kernelRow its row, 0 to {@link KernelControlBlocks#ROWS} - 1, free until now
   */
  void kernelStarted(long cycle, int kernelRow, int process, Kernel kernel);

  /**
   * A kernel's last thread block has left the device, or its process has been stopped and nothing
   * of it is resident any more. The row may be used again in this cycle.
   */
  void kernelEnded(long cycle, int kernelRow);

  /**
   * A process copies from host to device memory; the copy takes no time.
   *
   * @param address first byte written, in the process' address space
   * @param bytes length, at least 0
   */
  void hostCopy(long cycle, int process, long address, long bytes);
}
