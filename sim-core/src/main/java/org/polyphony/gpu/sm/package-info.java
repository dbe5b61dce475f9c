/**
 * One streaming multiprocessor (SM): one class per pipeline stage.
 *
 * <p>Fetch, warp scheduler, scoreboard, SIMT stack, execution pipes, load/store unit and shared
 * memory, ticked in one fixed order.
 */
package org.polyphony.gpu.sm;
