/**
 * The warps resident on an SM: slots, scoreboards, barriers, what each warp waits for, and the
 * decoded programs that they run.
 *
 * <p>Knows nothing of the other rooms of the SM. {@link org.polyphony.gpu.sm.warp.WarpTable} owns
 * every transition; others read {@link org.polyphony.gpu.sm.warp.WarpStates}. Source: GPU Maestro
 * Table 2.
 */
package org.polyphony.gpu.sm.warp;
