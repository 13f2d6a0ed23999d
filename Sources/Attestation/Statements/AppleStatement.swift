import ToqueCBOR
import ToqueCOSE

/// The `apple` statement (section 8.8): a certificate of the credential key that carries a nonce.
public struct AppleStatement: Sendable, Hashable {
    /// DER certificates, that of the credential key first.
    public var x5c: [[UInt8]]
    /// The credential key's algorithm. The specification has no such member; Apple's devices write it.
    public var algorithm: COSEAlgorithm?

    public init(x5c: [[UInt8]], algorithm: COSEAlgorithm? = nil) {
        self.x5c = x5c
        self.algorithm = algorithm
    }

    var encoded: CBOR {
        var map = CBORMap([("x5c", .array(x5c.map(CBOR.bytes)))])
        map["alg"] = algorithm.map { .int($0.rawValue) }
        return .map(map)
    }

    init(_ reader: StatementReader) throws(AttestationStatementError) {
        x5c = try reader.certificates()
        algorithm = reader.has("alg") ? try reader.algorithm() : nil
        try reader.expect(algorithm == nil ? ["x5c"] : ["alg", "x5c"])
    }
}
