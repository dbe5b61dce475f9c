/** Metrics: each declared once, with its unit, its meaning and how it is read from a result. */
package org.polyphony.results.metric;
