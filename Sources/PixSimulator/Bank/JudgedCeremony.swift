import CeremonyDocuments
import Sandbox

/// A ceremony with the bank's verdict. To judge takes signatures, which have no place in a transaction: it is done
/// before, and the transaction looks whether what was judged still holds.
struct JudgedCeremony: Sendable {
    let document: CeremonyDocument
    let verdict: CeremonyVerdict

    init(_ document: CeremonyDocument) {
        self.document = document
        verdict = document.judge()
    }

    /// Keeps it with all its bytes and checks, as `toque verify` reads and prints them.
    /// - Parameter object: id of the enrollment or payment intent.
    func record(of object: String, _ transaction: Transaction) throws {
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
