/// The scheme that a key is bound to: TPMT_RSA_SCHEME, TPMT_ECC_SCHEME or TPMT_KDF_SCHEME (TPM 2.0 Library Part 2
/// sections 11.2.4.2, 11.2.5.6 and 11.2.3.3). Only schemes whose parameter is a hash function are read: every signing
/// scheme except ECDAA.
public struct TPMScheme: Sendable, Hashable {
    public var algorithm: TPMAlgorithm
    public var hash: TPMAlgorithm

    /// Bound to none: the TPM's caller chooses a scheme at each use.
    public static let null = TPMScheme(.null, hash: .null)

    public init(_ algorithm: TPMAlgorithm, hash: TPMAlgorithm) {
        self.algorithm = algorithm
        self.hash = hash
    }

    /// - Parameter allowed: the algorithms allowed besides `null`.
    init(_ reader: inout TPMReader, _ field: String, allowed: Set<TPMAlgorithm>) throws(TPMError) {
        algorithm = try reader.algorithm(field)
        guard algorithm != .null else {
            hash = .null
            return
        }
        guard allowed.contains(algorithm) else { throw reader.invalid(field, "is \(algorithm)") }
        hash = try reader.algorithm(field)
    }

    func write(to writer: inout TPMWriter) {
        writer.write(algorithm)
        if algorithm != .null { writer.write(hash) }
    }
}
