/**
 * One streaming multiprocessor (SM): {@link org.polyphony.gpu.sm.Sm} calls its stages in a fixed
 * order; launch, removal and context transfers of thread blocks are handled here.
 *
 * <p>The stages are in subpackages: {@code warp} (resident warps), {@code issue} (fetch and warp
 * schedulers), {@code execution} (operand collectors and pipes) and {@code memory} (load/store unit
 * and caches). Dependencies: issue -> memory -> execution -> warp.
 */
package org.polyphony.gpu.sm;
