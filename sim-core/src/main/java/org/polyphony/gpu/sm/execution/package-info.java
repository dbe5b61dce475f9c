/**
 * From issue to result: the instructions in flight, the operand collectors that read their
 * registers, and the pipes that they pass.
 *
 * <p>Takes instructions from the issue stage; results come out of a timer wheel; memory
 * instructions wait in front of the load/store and the constant unit. Source: GPU Maestro Table 2;
 * the pipeline of Accel-Sim.
 */
package org.polyphony.gpu.sm.execution;
