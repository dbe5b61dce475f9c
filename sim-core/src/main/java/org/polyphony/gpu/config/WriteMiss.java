package org.polyphony.gpu.config;

/** How L2 handles a write miss. */
public enum WriteMiss {
  /** Allocates a line for the written bytes without a fetch; a later read fetches the rest. */
  ALLOCATE,

  /** Forwards the write to DRAM and fetches the data as for a read miss, as in GPGPU-Sim 3. */
  FETCH;

  @Override
  public String toString() {
    return this == FETCH ? "fetch" : "allocate";
  }
}
