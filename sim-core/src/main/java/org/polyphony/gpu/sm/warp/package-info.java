/**
 * The warps resident on an SM: slots, scoreboards, barriers, wait states, and their decoded
 * programs.
 *
 * <p>Does not depend on the other SM packages. {@link org.polyphony.gpu.sm.warp.WarpTable} owns
 * every transition; others read {@link org.polyphony.gpu.sm.warp.WarpStates}. Source: GPU Maestro
 * Table 2.
 */
package org.polyphony.gpu.sm.warp;
