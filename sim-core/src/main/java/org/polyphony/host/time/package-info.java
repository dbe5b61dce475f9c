/**
 * Time on the host in integer nanoseconds: an event queue, shared rates, and time series.
 *
 * <p>Events are ordered by (time, scheduling sequence). Has no dependencies within the project.
 */
package org.polyphony.host.time;
