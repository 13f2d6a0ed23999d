import Testing
import ToqueEncoding

@testable import Sandbox

@Suite struct MetricsTests {
    @Test("Requests are counted by route, method, and status")
    func countsRequestsByEndpoint() async throws {
        let routes = [
            Route("GET", "things/{id}") { request in
                try await request.write { try $0.emit("thing.seen", kind: "thing", object: "7", data: .null) }
                return .noContent
            },
            Route("POST", "refused") { request in
                try await request.write { transaction in
                    try transaction.emit("thing.refused", kind: "thing", object: "7", data: .null)
                    throw SandboxError.invalid("x", "No.")
                }
            },
        ]
        try await withServer(routes) { server in
            for path in ["/things/1", "/things/2", "/nowhere/1", "/nowhere/2"] {
                _ = try await server.send("GET", path)
            }
            _ = try await server.send("PROPFIND", "/nowhere/3")
            _ = try await server.send("POST", "/refused")
            let text = try PrometheusReader(server.engine.metrics.text())
            let total = "toque_requests_total"
            #expect(text.value(total, ["route": "/things/{id}", "method": "GET", "status": "204"]) == 2)
            #expect(text.value(total, ["route": "other", "method": "GET", "status": "404"]) == 2)
            #expect(text.value(total, ["route": "other", "method": "other", "status": "404"]) == 1)
            #expect(text.value(total, ["route": "/refused", "method": "POST", "status": "400"]) == 1)
            #expect(text.samples.filter { $0.name == total }.count == 4)
            let seconds = "toque_request_duration_seconds"
            #expect(text.value("\(seconds)_count", ["route": "/things/{id}"]) == 2)
            #expect(text.value("\(seconds)_bucket", ["route": "/things/{id}", "le": "+Inf"]) == 2)
            #expect(text.value("\(seconds)_sum", ["route": "/things/{id}"]) ?? 0 > 0)
            // Undone changes do not count.
            #expect(text.value("toque_events_total") == 2)
            #expect(text.value("toque_database_operations_total") ?? 0 >= 3)
            #expect(text.value("toque_database_batches_total") ?? 0 >= 1)
            #expect(text.value("toque_connections") ?? 0 >= 1)
            #expect(text.types[seconds] == "histogram")
        }
    }

    @Test("Counters and gauges appear in the metrics with their values")
    func writesEveryFamily() throws {
        let metrics = Metrics()
        metrics.timersFired.add(3)
        metrics.deliveries.add(.delivered)
        metrics.deliveries.add(.pending, 2)
        metrics.journalLosses.add(4)
        metrics.connections.unsent.add(5)
        metrics.connections.stalled.add(6)
        let text = try PrometheusReader(metrics.text())
        #expect(text.value("toque_timers_fired_total") == 3)
        #expect(text.value("toque_webhook_deliveries_total", ["state": "delivered"]) == 1)
        #expect(text.value("toque_webhook_deliveries_total", ["state": "pending"]) == 2)
        #expect(text.value("toque_webhook_deliveries_total", ["state": "failed"]) == 0)
        #expect(text.value("toque_journal_dropped_total") == 4)
        #expect(text.value("toque_unsent_bytes") == 5)
        #expect(text.value("toque_connections_stalled_total") == 6)
        #expect(text.value("process_resident_memory_bytes") ?? 0 > 1_000_000)
        let start = try #require(text.value("process_start_time_seconds"))
        #expect((1_600_000_000...Double(Timestamp.now().seconds + 1)).contains(start))
    }

    @Test("Special characters in a metric's label are escaped")
    func escapesLabels() throws {
        let metrics = Metrics()
        let route = "/a\\b\"c\nd{e}"
        metrics.requests.count(route: route, method: "GET", status: 200, duration: .zero)
        let text = try PrometheusReader(metrics.text())
        #expect(text.value("toque_requests_total", ["route": route, "method": "GET", "status": "200"]) == 1)
    }

    @Test("The buckets of a histogram are cumulative")
    func sumsBuckets() {
        var histogram = Histogram()
        for duration in [Duration.microseconds(999), .milliseconds(1), .milliseconds(4), .seconds(10), .seconds(11)] {
            histogram.observe(duration)
        }
        #expect(histogram.count == 5)
        #expect(histogram.sum == .microseconds(21_005_999))
        let counts = histogram.cumulative.map(\.count)
        #expect(counts == [2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4])
    }

    @Test("Fired timers and their events are counted")
    func countsTimers() async throws {
        let metrics = Metrics()
        let clock = ManualClock(now: Timestamp(microseconds: 0))
        let store = try SandboxStore(.memory, clock: clock, metrics: metrics) { _, transaction in
            try transaction.emit("fired", kind: "thing", object: "7", data: .null)
        }
        defer { store.close() }
        try await store.write("a") { transaction in
            for second in 1...3 {
                let due = transaction.now + .seconds(second)
                try transaction.schedule(SandboxTimer(kind: "x", subject: "7", due: due))
            }
        }
        clock.advance(by: .seconds(2))
        try await store.fireDueTimers(of: "a")
        #expect(metrics.timersFired.value == 2)
        clock.advance(by: .seconds(2))
        try await store.read("a") { _ in }
        #expect(metrics.timersFired.value == 3)
        #expect(metrics.events.value == 3)
    }
}
