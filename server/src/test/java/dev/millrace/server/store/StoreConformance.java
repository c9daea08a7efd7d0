package dev.millrace.server.store;

/** All that a store has to do, whatever it keeps its rows in. */
public interface StoreConformance
    extends RowConformance,
        PayloadConformance,
        NameConformance,
        QueueConformance,
        DocumentConformance,
        SearchConformance,
        TransactionConformance {}
