/** Pairs of benchmarks under several policies: a sample, its runs, and means over categories. */
package org.polyphony.study.pairs;
