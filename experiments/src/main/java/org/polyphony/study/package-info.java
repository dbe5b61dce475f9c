/** Studies: what runs of them have in common, sections of pages, statistics. */
package org.polyphony.study;
