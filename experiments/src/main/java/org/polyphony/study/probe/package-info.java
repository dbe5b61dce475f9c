/** Runs of studies that data cannot describe: searches, random draws, extrapolations. */
package org.polyphony.study.probe;
