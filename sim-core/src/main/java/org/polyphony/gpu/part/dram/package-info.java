/**
 * Schedulers of DRAM channels: the interface, what a scheduler sees, and the bundled schedulers.
 */
package org.polyphony.gpu.part.dram;
