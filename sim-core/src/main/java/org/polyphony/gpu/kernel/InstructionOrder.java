package org.polyphony.gpu.kernel;

/** The static order of a workload's instructions. */
public enum InstructionOrder {
  /** Compiled order (machine code): the compiler has hoisted loads away from their uses. */
  COMPILED,
  /** Source order, as in PTX: each load directly before its first use. */
  SOURCE
}
