/**
 * Kernels written down in a test, instruction by instruction, and devices that run them to the end.
 */
package org.polyphony.gpu.testing;
