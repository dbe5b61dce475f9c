/** Figures and tables: what each needs, and what was measured beside what others state. */
package org.polyphony.figure;
