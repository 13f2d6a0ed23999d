import ToqueCBOR
import ToqueEncoding

/// What faults do to the bytes of a ceremony, besides what they change before it is made. Each leaves them as they are
/// unless a fault says otherwise.
struct PixEdits: Sendable {
    typealias Bytes = @Sendable (inout [UInt8]) throws -> Void

    /// Before the authenticator signs, as a faulty client would write it.
    var clientDataJSON: Bytes = { _ in }
    /// After the authenticator has signed it.
    var authenticatorData: Bytes = { _ in }
    /// `attStmt`.
    var statement: @Sendable (inout CBOR) throws -> Void = { _ in }
    var attestationObject: Bytes = { _ in }
    /// Of an assertion.
    var signature: Bytes = { _ in }
    /// The ceremony's document, at last.
    var document: @Sendable (inout JSON) throws -> Void = { _ in }
}
