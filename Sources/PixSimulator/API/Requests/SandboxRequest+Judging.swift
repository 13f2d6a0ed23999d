import CeremonyDocuments
import Sandbox
import ToqueEncoding

extension SandboxRequest {
    /// Judges what a request brings outside of the transactions, whose one thread serves everybody, and writes what
    /// comes of it; once more where somebody else came in between and changed what the verdict rests on.
    /// - Parameters:
    ///   - ceremony: what is to be judged at this time; nil where there is nothing.
    ///   - write: with the verdict on what `ceremony` gives in the same transaction.
    func judging<Value: Sendable>(
        _ ceremony: @escaping @Sendable (Timestamp, Transaction) throws -> CeremonyDocument?,
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
