/// The sandbox's counts since its start. Each part updates its own counters.
public final class Metrics: Sendable {
    public let requests = RequestMetrics()
    public let connections = ConnectionMetrics()
    public let timersFired = Counter()
    /// Attempts to deliver a webhook, by the delivery's resulting state.
    public let deliveries = LabeledCounter<DeliveryState>()
    /// SQLite transactions.
    public let databaseBatches = Counter()
    /// Reads and writes in them; several may share a batch.
    public let databaseOperations = Counter()
    /// Rows of the event log.
    public let events = Counter()
    /// Requests forgotten by the journal.
    let journalLosses = Counter()

    public static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    public init() {}

    /// The body of `GET /_toque/metrics`, of type `contentType`.
    public func text() -> String {
        var text = PrometheusText()
        requests.write(to: &text)
        text.family("toque_connections", .gauge, "Open connections.", value: "\(connections.open.value)")
        text.family(
            "toque_unsent_bytes", .gauge, "Bytes of answers that clients have not taken yet.",
            value: "\(connections.unsent.value)")
        text.family(
            "toque_connections_stalled_total", .counter,
            "Connections reset because the client stopped reading its answer.",
            value: "\(connections.stalled.value)")
        text.family("toque_timers_fired_total", .counter, "Timers that were applied.", value: "\(timersFired.value)")
        text.family(
            "toque_webhook_deliveries_total", .counter, "Attempts to deliver a webhook, by what they left it as.")
        for state in DeliveryState.allCases { text.sample([("state", state.rawValue)], "\(deliveries[state])") }
        text.family(
            "toque_database_batches_total", .counter, "SQLite transactions.", value: "\(databaseBatches.value)")
        text.family(
            "toque_database_operations_total", .counter, "Reads and writes, several of which may share a batch.",
            value: "\(databaseOperations.value)")
        text.family("toque_events_total", .counter, "Rows of the event log.", value: "\(events.value)")
        text.family(
            "toque_journal_dropped_total", .counter, "Requests that the journal has forgotten.",
            value: "\(journalLosses.value)")
        if let process = ProcessStatistics.current() {
            text.family(
                "process_resident_memory_bytes", .gauge, "Resident memory size in bytes.",
                value: "\(process.residentMemory)")
            text.family(
                "process_start_time_seconds", .gauge, "Start time of the process since unix epoch in seconds.",
                value: "\(process.startTime)")
        }
        return text.text
    }
}
