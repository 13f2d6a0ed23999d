import ToqueEncoding

extension LoadReport {
    /// The report as JSON, by `docs/load-report.schema.json`. Durations are in microseconds.
    public var json: JSON {
        [
            "version": 1, "start": .string(start.description), "duration": .int(duration.microseconds),
            "interrupted": .bool(isInterrupted), "plan": plan.json,
            "arrivals": [
                "due": .int(due), "begun": .int(begun), "waited": .int(waited),
                "longest_delay": .int(longestDelay.microseconds), "peak_users": .int(peak),
            ],
            "total": total.json, "steps": .array(rows.map(\.json)),
            "failures": .array(
                failures.map {
                    ["step": .string($0.failure.step), "text": .string($0.failure.text), "count": .int($0.count)]
                }),
            "timeline": .array(intervals.map(\.json)),
        ]
    }
}

extension LoadReport.Row {
    fileprivate var json: JSON {
        let latencies = statistics.latencies
        return [
            "name": .string(name), "kind": .text(kind?.rawValue), "count": .int(statistics.count),
            "failures": .int(statistics.failures), "bytes": .int(statistics.bytes), "rate": .decimal(rate),
            "mean": .decimal(latencies.mean), "max": .int(latencies.maximum),
            "percentiles": .object(
                LoadReport.percentiles.reduce(into: JSONObject()) { object, percentile in
                    object[LoadReport.label(ofPercentile: percentile)] = .int(
                        latencies.microseconds(atPercentile: percentile))
                }),
            "distribution": .array(
                latencies.distribution.map {
                    [
                        "percentile": .decimal($0.percentile), "microseconds": .int($0.microseconds),
                        "count": .int($0.count),
                    ]
                }),
        ]
    }
}

extension LoadReport {
    /// `p99.9`, and `p99` without a fraction.
    public static func label(ofPercentile percentile: Double) -> String {
        percentile == percentile.rounded() ? "p\(Int(percentile))" : "p\(percentile)"
    }
}

extension LoadPlan {
    fileprivate var json: JSON {
        var plan: JSONObject = [
            "users": .int(users), "first_user": .int(firstUser), "rate": .decimal(rate),
            "ramp_up": .int(rampUp.microseconds), "seed": .string(seed),
        ]
        switch end {
        case .after(let duration): plan["duration"] = .int(duration.microseconds)
        case .count(let count): plan["count"] = .int(count)
        }
        return .object(plan)
    }
}

extension LoadInterval {
    fileprivate var json: JSON {
        [
            "end": .int(end.microseconds), "length": .int(length.microseconds), "requests": .int(requests),
            "failures": .int(failures), "p50": .int(p50), "p99": .int(p99), "active": .int(active),
        ]
    }
}

extension JSON {
    /// To four decimals at most; null for what is no number.
    fileprivate static func decimal(_ value: Double) -> JSON {
        JSONNumber((value * 10_000).rounded() / 10_000).map(JSON.number) ?? .null
    }
}
