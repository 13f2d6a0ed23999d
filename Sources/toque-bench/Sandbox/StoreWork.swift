import Sandbox
import ToqueEncoding

/// A flow's work for the store, request by request: the same operations, statements and bytes, without the provider's
/// logic.
struct StoreWork: Sendable {
    let store: SandboxStore
    /// The JSON texts of the documents and verdicts of the flow's two ceremonies.
    let ceremonies: [(document: String, verdict: String)]
    /// The size of an enrollment.
    let object: JSON

    private static let tenant = "sandbox"

    /// - Parameter flow: unique for each flow.
    func run(_ flow: String) async throws {
        // The enrollment: created, decided, completed with its options.
        try await write { transaction in
            try look(flow, 2, transaction)
            try transaction.register(oneTimeValue: "handle \(flow)", purpose: "handle", subject: flow)
            try change(flow, transaction)
        }
        _ = try await store.tenants(ofOneTimeValue: "handle \(flow)", purpose: "handle")
        try await write { transaction in
            _ = try transaction.subject(ofOneTimeValue: "handle \(flow)", purpose: "handle")
            try look(flow, 2, transaction)
            try transaction.register(oneTimeValue: "state \(flow)", purpose: "state", subject: flow)
            try transaction.register(oneTimeValue: "code \(flow)", purpose: "code", subject: flow)
            try change(flow, transaction)
        }
        try await write { transaction in
            _ = try transaction.subject(ofOneTimeValue: "state \(flow)", purpose: "state")
            try look(flow, 1, transaction)
            _ = try transaction.use(oneTimeValue: "code \(flow)", purpose: "code", subject: flow)
            try change(flow, transaction)
        }
        try await write { transaction in
            try look(flow, 2, transaction)
            try change(flow, transaction)
        }
        // Confirmed, verified, read.
        try await confirm(flow, 0)
        try await write { transaction in
            try look(flow, 2, transaction)
            try change(flow, transaction)
        }
        // The payment with its charge: created, authorized, verified, settled, read.
        try await write { transaction in
            try look(flow, 4, transaction)
            for part in ["intent", "charge"] { try change("\(flow) \(part)", transaction) }
        }
        try await confirm(flow, 1)
        try await write { transaction in
            try look(flow, 3, transaction)
            for part in ["intent", "charge", "transaction"] { try change("\(flow) \(part)", transaction) }
        }
    }

    private func confirm(_ flow: String, _ index: Int) async throws {
        _ = try await store.read(Self.tenant) { try look(flow, 2, $0) }
        try await write { transaction in
            try look(flow, 2, transaction)
            let ceremony = ceremonies[index]
            try transaction.recordCeremony(
                "\(flow) \(index)", of: flow, type: "registration", document: ceremony.document,
                verdict: ceremony.verdict)
            try change(flow, transaction)
        }
    }

    private func write(_ body: @escaping @Sendable (Transaction) throws -> Void) async throws {
        try await store.write(Self.tenant, body)
    }

    private func look(_ id: String, _ times: Int, _ transaction: ReadTransaction) throws {
        for _ in 0..<times { _ = try transaction.object(kind: "object", id: id) }
    }

    /// A new state: the old state's timer ends, the next one's begins.
    private func change(_ id: String, _ transaction: Transaction) throws {
        try transaction.cancelTimers(of: id, kinds: ["clock"])
        try transaction.schedule(SandboxTimer(kind: "clock", subject: id, due: transaction.now + .seconds(900)))
        try transaction.put(object, kind: "object", id: id)
        try transaction.emit(
            "object.changed", kind: "object", object: id,
            data: ["from": "one_state", "to": "another_state", "status": "PENDING"])
    }
}
