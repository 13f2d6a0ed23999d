import Synchronization

/// Requests by endpoint. Labels come only from the route table, HTTP's methods and the sandbox's statuses, so that
/// clients cannot create more.
public final class RequestMetrics: Sendable {
    struct Labels: Hashable {
        /// `other` if there is no such endpoint.
        let route: String
        let method: String
        let status: Int
    }

    struct State {
        var counts: [Labels: Int] = [:]
        var durations: [String: Histogram] = [:]
    }

    /// RFC 9110 section 9.3 and RFC 5789.
    private static let methods: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]

    private let state = Mutex(State())

    /// - Parameter route: the endpoint's pattern; nil if there is no such endpoint.
    func count(route: String?, method: String, status: Int, duration: Duration) {
        let route = route ?? "other"
        let method = Self.methods.contains(method) ? method : "other"
        state.withLock { state in
            state.counts[Labels(route: route, method: method, status: status), default: 0] += 1
            state.durations[route, default: Histogram()].observe(duration)
        }
    }

    func write(to text: inout PrometheusText) {
        let (counts, durations) = state.withLock { ($0.counts, $0.durations) }
        text.family("toque_requests_total", .counter, "Requests that were answered.")
        let order = counts.sorted {
            ($0.key.route, $0.key.method, $0.key.status) < ($1.key.route, $1.key.method, $1.key.status)
        }
        for (labels, count) in order {
            text.sample(
                [("route", labels.route), ("method", labels.method), ("status", "\(labels.status)")], "\(count)")
        }
        text.family("toque_request_duration_seconds", .histogram, "Time from a request's head to its answer.")
        for (route, histogram) in durations.sorted(by: { $0.key < $1.key }) {
            for (bound, count) in histogram.cumulative {
                text.sample(suffix: "_bucket", [("route", route), ("le", "\(bound)")], "\(count)")
            }
            text.sample(suffix: "_bucket", [("route", route), ("le", "+Inf")], "\(histogram.count)")
            text.sample(suffix: "_sum", [("route", route)], PrometheusText.seconds(histogram.sum))
            text.sample(suffix: "_count", [("route", route)], "\(histogram.count)")
        }
    }
}
