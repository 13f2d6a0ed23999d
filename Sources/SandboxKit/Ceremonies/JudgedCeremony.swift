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
        while true {
            let (time, document) = try await read { ($0.now, try ceremony($0.now, $0)) }
            let judged = document.map(JudgedCeremony.init)
            let written: Value? = try await self.write { transaction in
                guard try ceremony(time, transaction) == judged?.document else { return nil }
                return try write(judged, transaction)
            }
            if let written { return written }
        }
    }
}
