import CeremonyDocuments
import Sandbox
import ToqueEncoding

/// A ceremony with the relying party's verdict. To judge takes signatures, which have no place in a transaction: it is
/// done before, and the transaction looks whether what was judged still holds.
package struct JudgedCeremony: Sendable {
    package let document: CeremonyDocument
    package let verdict: CeremonyVerdict

    package init(_ document: CeremonyDocument) {
        self.document = document
        verdict = document.judge()
    }

    /// Keeps it with all its bytes and checks, as `toque verify` reads and prints them.
    /// - Parameter object: id of the object that it belongs to.
    package func record(of object: String, _ transaction: Transaction) throws {
        let type =
            switch document.ceremony {
            case .registration: "registration"
            case .authentication: "authentication"
            }
        try transaction.record(
            CeremonyRecord(
                id: document.id, object: object, type: type, document: document.json, verdict: verdict.json))
    }
}

extension SandboxRequest {
    /// Judges what a request brings outside of the transactions, whose one thread serves everybody, and writes what
    /// comes of it; once more where somebody else came in between and changed what the verdict rests on.
    /// - Parameters:
    ///   - ceremony: what is to be judged at this time; nil where there is nothing.
    ///   - write: with the verdict on what `ceremony` gives in the same transaction.
    package func judging<Value: Sendable>(
        _ ceremony: @escaping @Sendable (Timestamp, ReadTransaction) throws -> CeremonyDocument?,
        write: @escaping @Sendable (JudgedCeremony?, Transaction) throws -> Value
    ) async throws -> Value {
        try await judging(from: ceremony, judge: { $0.map(JudgedCeremony.init) }) { try write($1, $2) }
    }

    /// The same for any judgement that takes long.
    /// - Parameters:
    ///   - basis: what the judgement rests on, at this time.
    ///   - judge: is called outside of the transactions.
    ///   - write: with the judgement on what `basis` gives in the same transaction.
    package func judging<Basis: Equatable & Sendable, Judgement: Sendable, Value: Sendable>(
        from basis: @escaping @Sendable (Timestamp, ReadTransaction) throws -> Basis,
        judge: (Basis) throws -> Judgement,
        write: @escaping @Sendable (Basis, Judgement, Transaction) throws -> Value
    ) async throws -> Value {
        while true {
            let (time, found) = try await read { ($0.now, try basis($0.now, $0)) }
            let judgement = try judge(found)
            let written: Value? = try await self.write { transaction in
                guard try basis(time, transaction) == found else { return nil }
                return try write(found, judgement, transaction)
            }
            if let written { return written }
        }
    }
}
