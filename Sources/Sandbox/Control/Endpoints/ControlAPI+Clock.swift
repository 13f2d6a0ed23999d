import ToqueEncoding

extension ControlAPI {
    /// The tenant's time.
    var clockEndpoints: [ControlEndpoint] {
        [
            ControlEndpoint("GET", "clock", "Show the tenant's time and its next timer") { request in
                try await clock(time(request))
            },
            ControlEndpoint("POST", "clock/freeze", "Freeze the clock, now or at a time", handler: freeze),
            ControlEndpoint("POST", "clock/run", "Let a frozen clock run on") { request in
                try request.decode(members: []) { _ in }
                let time = time(request)
                try await tenantLock.withLock(request.tenant) { try await time.run() }
                return try await clock(time)
            },
            ControlEndpoint(
                "POST", "clock/advance", "Advance the clock; what falls due happens before the answer",
                handler: advance),
        ]
    }

    private func time(_ request: SandboxRequest) -> TenantTime {
        TenantTime(store: engine.store, tenant: request.tenant, webhooks: engine.webhooks)
    }

    private func clock(_ time: TenantTime) async throws -> SandboxResponse {
        let next = try await time.nextDue()
        return .json([
            "now": .string(engine.store.now(of: time.tenant).description),
            "frozen": .bool(engine.store.agenda.clock(of: time.tenant).frozenAt != nil),
            "next": .text(next?.description),
        ])
    }

    @Sendable private func freeze(_ request: SandboxRequest) async throws -> SandboxResponse {
        let instant = try request.decode(members: ["at"]) { body throws(JSONMemberError) in
            try body.optional("at")?.timestamp()
        }
        let time = time(request)
        try await tenantLock.withLock(request.tenant) {
            if let instant { try await time.freeze(at: instant) } else { try await time.freeze() }
        }
        return try await clock(time)
    }

    @Sendable private func advance(_ request: SandboxRequest) async throws -> SandboxResponse {
        let (seconds, to) = try request.decode(members: ["seconds", "to"]) { body throws(JSONMemberError) in
            (try body.optional("seconds")?.seconds(), try body.optional("to")?.timestamp())
        }
        let time = time(request)
        let passed = try await tenantLock.withLock(request.tenant) {
            switch (seconds, to) {
            case (let seconds?, nil): try await time.advance(by: seconds, field: "seconds")
            case (nil, let to?): try await time.advance(to: to, field: "to")
            default: throw SandboxError.required("seconds", "Expected either seconds or to.")
            }
        }
        return .json([
            "now": .string(engine.store.now(of: request.tenant).description), "timers": .int(passed.timers),
            "deliveries": .int(passed.deliveries),
        ])
    }
}

extension JSONReader {
    /// An RFC 3339 timestamp.
    func timestamp() throws(JSONMemberError) -> Timestamp {
        guard let instant = Timestamp(try string()) else {
            throw mismatch(expected: "a time such as 2026-01-31T12:00:00Z")
        }
        return instant
    }

    /// A duration with microsecond precision, at most `TenantTime.longestMove`.
    func seconds() throws(JSONMemberError) -> Duration {
        let longest = Double(TenantTime.longestMove.microseconds) / 1e6
        guard let seconds = Optional(try double()), (0...longest).contains(seconds) else {
            throw mismatch(expected: "a number from 0 to \(TenantTime.longestMove.components.seconds)")
        }
        return .microseconds(Int64((seconds * 1e6).rounded()))
    }
}
