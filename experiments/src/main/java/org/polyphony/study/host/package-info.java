/** Shared by figures about host experiments: rows next to published values, and their ranges. */
package org.polyphony.study.host;
