/** Tables, and prose for them and for terminals. */
package org.polyphony.text;
