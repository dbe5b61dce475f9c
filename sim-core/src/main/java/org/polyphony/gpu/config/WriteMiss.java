package org.polyphony.gpu.config;

/** What L2 does with a write whose bytes it does not hold. */
public enum WriteMiss {
  /** It takes the bytes into a line and fetches nothing; a later read of the rest does. */
  ALLOCATE,

  /** It sends the write on to DRAM and fetches what a miss brings, as GPGPU-Sim 3. */
  FETCH;

  @Override
  public String toString() {
    return this == FETCH ? "fetch" : "allocate";
  }
}
