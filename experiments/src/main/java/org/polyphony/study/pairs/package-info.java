/** Populations of pairs of benchmarks. */
package org.polyphony.study.pairs;
