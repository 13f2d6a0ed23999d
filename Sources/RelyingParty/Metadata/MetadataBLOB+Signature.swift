import Attestation
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding

extension MetadataBLOB {
    /// The signature of a BLOB, verified by a certificate that leads to a root.
    static func verified(
        _ bytes: [UInt8], roots: [Certificate], signer name: String?, time: Timestamp
    ) throws(MetadataError) -> JSONWebSignature {
        let (jws, certificates) = try read(bytes)
        // JSONWebSignature has refused an empty x5c.
        guard let signer = certificates.first else { throw .signature(.certificates("is empty")) }
        do throws(CertificatePathError) {
            _ = try CertificatePath.validate(
                signer, intermediates: Array(certificates.dropFirst()), anchors: roots,
                at: time.seconds)
        } catch {
            throw .path(error)
        }
        guard name.map({ name in signer.subject[.commonName].contains { $0.isIdentical(to: name) } }) ?? true else {
            throw .otherSigner(signer.subject[.commonName].joined(separator: ", "))
        }
        guard jws.verify(with: try key(of: signer, for: jws.algorithm)) else { throw .badSignature }
        return jws
    }

    private static func read(_ bytes: [UInt8]) throws(MetadataError) -> (JSONWebSignature, [Certificate]) {
        let end = bytes.lastIndex { !$0.isWhiteSpace }.map { $0 + 1 } ?? 0
        do throws(JSONWebSignatureError) {
            let jws = try JSONWebSignature(compact: Array(bytes[..<end]))
            return (jws, try jws.certificates())
        } catch {
            throw .signature(error)
        }
    }

    private static func key(
        of signer: Certificate, for algorithm: COSEAlgorithm
    ) throws(MetadataError) -> COSEVerifyingKey {
        // RFC 5280 section 4.2.1.3.
        guard signer.keyUsage?.contains(.digitalSignature) ?? true else {
            throw .signer("its key usage does not allow signatures")
        }
        do {
            return try COSEKey(algorithm: algorithm, parameters: signer.publicKey()).verifyingKey()
        } catch {
            throw .signer("\(error)")
        }
    }

    static func payload(_ jws: JSONWebSignature) throws(MetadataError) -> JSON {
        do throws(JSONSyntaxError) {
            return try JSON(parsing: jws.payload, limits: .init(size: maximumSize))
        } catch {
            throw .syntax(error)
        }
    }
}
