import ToqueCBOR
import ToqueCOSE

/// The `android-key` statement (section 8.4): a signature by the credential key, which a certificate of the Android
/// keystore speaks for.
public struct AndroidKeyStatement: Sendable, Hashable {
    public var algorithm: COSEAlgorithm
    public var signature: [UInt8]
    /// DER certificates, that of the credential key first.
    public var x5c: [[UInt8]]

    public init(algorithm: COSEAlgorithm, signature: [UInt8], x5c: [[UInt8]]) {
        self.algorithm = algorithm
        self.signature = signature
        self.x5c = x5c
    }

    var encoded: CBOR {
        ["alg": .int(algorithm.rawValue), "sig": .bytes(signature), "x5c": .array(x5c.map(CBOR.bytes))]
    }

    init(_ reader: StatementReader) throws(AttestationStatementError) {
        algorithm = try reader.algorithm()
        signature = try reader.bytes("sig")
        x5c = try reader.certificates()
        try reader.expect(["alg", "sig", "x5c"])
    }
}
