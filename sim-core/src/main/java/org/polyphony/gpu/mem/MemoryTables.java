package org.polyphony.gpu.mem;

import org.polyphony.gpu.config.Copies;
import org.polyphony.gpu.part.Parts;

/** What the components of the memory system share. */
record MemoryTables(
    AddressMapping mapping,
    Copies copies,
    MemoryRequests requests,
    RequestBytes bytes,
    MemoryCounters counters,
    Parts parts) {}
