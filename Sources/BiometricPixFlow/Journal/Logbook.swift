import PixAPI
import ToqueCrypto
import ToqueEncoding

/// A flow's progress, written to the journal before anything that depends on it happens.
actor Logbook<Progress: FlowProgress & Sendable> {
    private(set) var progress: Progress
    private let journal: any FlowJournal

    private init(_ progress: Progress, _ journal: any FlowJournal) {
        self.progress = progress
        self.journal = journal
    }

    /// The journal's flow, or nil.
    /// - Throws: `PixFlowError.otherFlow`, ``FlowJournalError``.
    static func open(_ journal: any FlowJournal) async throws -> Logbook? {
        guard let bytes = try await journal.load() else { return nil }
        return Logbook(try Progress(journal: bytes), journal)
    }

    /// The journal's flow for the request, or a new one.
    static func open(
        _ journal: any FlowJournal, for request: Progress.Request, random: any RandomSource
    ) async throws -> Logbook {
        guard let logbook = try await open(journal) else {
            // A flow that could not be read back must not start.
            _ = try Progress.Request(json: request.json)
            let externalID = "toque-\(Hex.encode(random.bytes(16)))"
            return Logbook(Progress(request: request, externalID: externalID), journal)
        }
        guard await logbook.progress.request == request else {
            throw PixFlowError.otherFlow("it was begun with another request")
        }
        return logbook
    }

    func write(_ change: @Sendable (inout Progress) -> Void) async throws {
        var changed = progress
        change(&changed)
        try await journal.store(changed.bytes)
        progress = changed
    }

    /// Sends the request that creates the flow's object. A refusal leaves nothing behind, on either side.
    func create<Value: Sendable>(_ send: @Sendable () async throws -> Value) async throws -> Value {
        try await write { $0.sent.insert(.creation) }
        do {
            return try await send()
        } catch let error as BelvoApiException where error.isRefusal {
            progress.sent.remove(.creation)
            try await journal.remove()
            throw error
        }
    }

    /// Sends a submission that the server accepts once, after recording it as sent.
    /// - Returns: nil if a previous process sent it without seeing the response and it is refused now: only the object
    ///   itself shows which of the two the server accepted.
    /// - Throws: the error of `send`. If nothing was sent before, the flow creates it again after a refusal.
    func submit<Value: Sendable>(
        _ submission: Submission, _ send: @Sendable (Progress) async throws -> Value
    ) async throws -> Value? {
        let isRepeated = progress.sent.contains(submission)
        if !isRepeated { try await write { $0.sent.insert(submission) } }
        do {
            return try await send(progress)
        } catch let error as BelvoApiException where error.isRefusal {
            if isRepeated { return nil }
            try await write {
                $0.sent.remove(submission)
                $0.forget(submission)
            }
            throw error
        }
    }
}
