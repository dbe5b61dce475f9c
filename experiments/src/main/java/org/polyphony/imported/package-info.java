/** Runs an imported kernel and compares it with what the profiler counted. */
package org.polyphony.imported;
