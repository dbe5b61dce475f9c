/** Prose for tables and terminals. */
package org.polyphony.text;
