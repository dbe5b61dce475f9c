/** A sample of pairs as figures and studies run it: means, intervals and tables. */
package org.polyphony.study.sample;
