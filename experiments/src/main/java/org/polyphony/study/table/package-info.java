/** The long table of a study: what all its runs gave. */
package org.polyphony.study.table;
