import ToqueCBOR
import ToqueEncoding

/// Changes of a ceremony's bytes, in addition to changes before its creation. The defaults change nothing.
struct PixEdits: Sendable {
    typealias Bytes = @Sendable (inout [UInt8]) throws -> Void

    /// Before the authenticator signs, as if a faulty client had written it.
    var clientDataJSON: Bytes = { _ in }
    /// After the authenticator has signed it.
    var authenticatorData: Bytes = { _ in }
    /// `attStmt`.
    var statement: @Sendable (inout CBOR) throws -> Void = { _ in }
    var attestationObject: Bytes = { _ in }
    /// An assertion's signature.
    var signature: Bytes = { _ in }
    /// The ceremony's document, as the last step.
    var document: @Sendable (inout JSON) throws -> Void = { _ in }
}
