package org.polyphony.gpu.dispatch;

/** A way to preempt a thread block. Source: Chimera (ASPLOS'15). */
public enum PreemptionTechnique {
  /** Drain: it runs to its end, with issue priority on its SM. */
  DRAIN,
  /** Context switch: its context is saved to memory and restored when it resumes. */
  SWITCH,
  /** Flush: it is dropped and executed again; only before its first non-idempotent instruction. */
  FLUSH
}
