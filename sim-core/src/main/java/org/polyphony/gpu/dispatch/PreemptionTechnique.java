package org.polyphony.gpu.dispatch;

/** A way to take its place on an SM from a running thread block. Source: Chimera (ASPLOS'15). */
public enum PreemptionTechnique {
  /** It runs to its end, before the others on its SM. */
  DRAIN,
  /** Its context goes to memory, and comes back when it is resumed. */
  SWITCH,
  /** It is dropped and run again; only while it has done nothing that cannot be repeated. */
  FLUSH
}
