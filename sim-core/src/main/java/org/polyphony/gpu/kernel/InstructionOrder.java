package org.polyphony.gpu.kernel;

/** The order in which a workload's instructions stand. */
public enum InstructionOrder {
  /** That of its machine code: the compiler has moved loads away from their uses. */
  COMPILED,
  /** Loads right before their first uses, as the source and its PTX have them. */
  SOURCE
}
