/**
 * One streaming multiprocessor (SM): {@link org.polyphony.gpu.sm.Sm} runs its stages in one fixed
 * order; thread blocks come, go and move with their contexts here.
 *
 * <p>The stages stand in rooms of their own: {@code warp} (what is resident), {@code issue} (fetch
 * and warp schedulers), {@code execution} (operands and pipes) and {@code memory} (load/store unit
 * and caches). Arrows: issue to memory to execution to warp.
 */
package org.polyphony.gpu.sm;
