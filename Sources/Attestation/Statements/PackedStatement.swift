import ToqueCBOR
import ToqueCOSE

/// The `packed` statement (section 8.2): a signature by the credential's own key (self attestation) or, with x5c, by an
/// attestation key.
public struct PackedStatement: Sendable, Hashable {
    public var algorithm: COSEAlgorithm
    public var signature: [UInt8]
    /// DER certificates, the attestation certificate first; nil in self attestation.
    public var x5c: [[UInt8]]?

    public init(algorithm: COSEAlgorithm, signature: [UInt8], x5c: [[UInt8]]? = nil) {
        self.algorithm = algorithm
        self.signature = signature
        self.x5c = x5c
    }

    var encoded: CBOR {
        var map = CBORMap([("alg", .int(algorithm.rawValue)), ("sig", .bytes(signature))])
        map["x5c"] = x5c.map { .array($0.map(CBOR.bytes)) }
        return .map(map)
    }

    init(_ reader: StatementReader) throws(AttestationStatementError) {
        algorithm = try reader.algorithm()
        signature = try reader.bytes("sig")
        x5c = reader.has("x5c") ? try reader.certificates() : nil
        try reader.expect(x5c == nil ? ["alg", "sig"] : ["alg", "sig", "x5c"])
    }
}
