/** Pairs of benchmarks under several policies: sampling, runs, and means by category. */
package org.polyphony.study.pairs;
