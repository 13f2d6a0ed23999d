import CeremonyDocuments
import Sandbox
import ToqueEncoding

/// A ceremony with the relying party's verdict. Verification uses signatures, which are too slow for a transaction: it
/// runs before, and the transaction checks that its basis is unchanged.
package struct JudgedCeremony: Sendable {
    package let document: CeremonyDocument
    package let verdict: CeremonyVerdict
    private let documentText: String
    private let verdictText: String

    package init(_ document: CeremonyDocument) {
        self.document = document
        verdict = document.judge()
        documentText = document.json.serialized()
        verdictText = verdict.json.serialized()
    }

    /// Stores it with all its bytes and checks, as `toque verify` reads and prints them.
    /// - Parameter object: id of its object.
    package func record(of object: String, _ transaction: Transaction) throws {
        let type =
            switch document.ceremony {
            case .registration: "registration"
            case .authentication: "authentication"
            }
        try transaction.recordCeremony(
            document.id, of: object, type: type, document: documentText, verdict: verdictText)
    }
}

extension SandboxRequest {
    /// Judges a request's ceremony outside of the transactions, which share one thread, and writes the result. Repeats
    /// if another operation changed the basis of the verdict in between.
    /// - Parameters:
    ///   - ceremony: returns what to judge at this time, or nil.
    ///   - write: receives the verdict on what `ceremony` returns in the same transaction.
    package func judging<Value: Sendable>(
        _ ceremony: @escaping @Sendable (Timestamp, ReadTransaction) throws -> CeremonyDocument?,
        write: @escaping @Sendable (JudgedCeremony?, Transaction) throws -> Value
    ) async throws -> Value {
        try await judging(from: ceremony, judge: { $0.map(JudgedCeremony.init) }) { try write($1, $2) }
    }

    /// The same for any slow judgment.
    /// - Parameters:
    ///   - basis: returns the data to judge at this time.
    ///   - judge: called outside of the transactions.
    ///   - write: receives the judgment of what `basis` returns in the same transaction.
    package func judging<Basis: Equatable & Sendable, Judgment: Sendable, Value: Sendable>(
        from basis: @escaping @Sendable (Timestamp, ReadTransaction) throws -> Basis,
        judge: (Basis) throws -> Judgment,
        write: @escaping @Sendable (Basis, Judgment, Transaction) throws -> Value
    ) async throws -> Value {
        while true {
            let (time, found) = try await read { ($0.now, try basis($0.now, $0)) }
            let judgment = try judge(found)
            let written: Value? = try await self.write { transaction in
                guard try basis(time, transaction) == found else { return nil }
                return try write(found, judgment, transaction)
            }
            if let written { return written }
        }
    }
}
