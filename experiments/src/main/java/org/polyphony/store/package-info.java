/** The result store: one line per finished run, and the cache of alone runs. */
package org.polyphony.store;
