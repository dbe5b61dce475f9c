/** Many runs side by side: sweeps over axes of an experiment, and what they keep on disk. */
package org.polyphony.sweep;
