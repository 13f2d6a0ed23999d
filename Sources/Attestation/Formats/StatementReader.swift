import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// Reads the members of an attestation statement that is a map.
struct StatementReader {
    private let format: AttestationFormat
    private let map: CBORMap

    init(_ object: AttestationObject) throws(AttestationStatementError) {
        guard case .map(let map) = object.statement else { throw .malformed(object.format, "must be a map") }
        format = object.format
        self.map = map
    }

    func has(_ name: String) -> Bool { map[.text(name)] != nil }

    func bytes(_ name: String) throws(AttestationStatementError) -> [UInt8] {
        guard case .bytes(let bytes)? = map[.text(name)] else {
            throw .malformed(format, "\(name) must be a byte string")
        }
        return bytes
    }

    func text(_ name: String) throws(AttestationStatementError) -> String {
        guard case .text(let text)? = map[.text(name)] else {
            throw .malformed(format, "\(name) must be a text string")
        }
        return text
    }

    /// `alg`.
    func algorithm() throws(AttestationStatementError) -> COSEAlgorithm {
        guard let number = map["alg"]?.intValue else { throw .malformed(format, "alg must be an integer") }
        return COSEAlgorithm(rawValue: number)
    }

    /// `x5c`: DER certificates, the attestation certificate first; at least one.
    func certificates() throws(AttestationStatementError) -> [[UInt8]] {
        guard case .array(let items)? = map["x5c"], !items.isEmpty else {
            throw .malformed(format, "x5c must be an array of one certificate at least")
        }
        let limit = CertificatePath.maximumLength
        guard items.count <= limit else {
            throw .malformed(format, "x5c has \(items.count) certificates, at most \(limit) are read")
        }
        var certificates: [[UInt8]] = []
        for item in items {
            guard case .bytes(let certificate) = item else {
                throw .malformed(format, "x5c must hold byte strings alone")
            }
            certificates.append(certificate)
        }
        return certificates
    }

    /// Checks that there are no members other than those already read.
    func expect(_ members: [String]) throws(AttestationStatementError) {
        guard map.count == members.count else {
            throw .malformed(format, "has members besides \(members.joined(separator: ", "))")
        }
    }
}
