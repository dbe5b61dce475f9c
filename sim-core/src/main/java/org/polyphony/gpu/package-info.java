/** A GPU: its SMs, memory system and clock, wired together. Source: GPU Maestro, Figure 2. */
package org.polyphony.gpu;
