/**
 * From issue to result: in-flight instructions, operand collectors and execution pipes.
 *
 * <p>Instructions enter from the issue stage; results leave through a timer wheel; memory
 * instructions wait in front of the load/store and the constant unit. Source: GPU Maestro Table 2;
 * the pipeline of Accel-Sim.
 */
package org.polyphony.gpu.sm.execution;
