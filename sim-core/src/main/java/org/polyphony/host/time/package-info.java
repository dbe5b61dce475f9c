/**
 * Time on the host, in whole nanoseconds: what is due next, work that shares a rate, values over
 * windows of time.
 *
 * <p>Events come out in the order (time, sequence of scheduling). Imports nothing of ours.
 */
package org.polyphony.host.time;
