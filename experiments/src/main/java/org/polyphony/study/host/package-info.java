/** What figures about host experiments share: rows beside a paper, and their ranges. */
package org.polyphony.study.host;
