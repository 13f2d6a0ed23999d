import CLibCrypto

/// Certificates that lead from a leaf to a trust anchor, each signed by the next (RFC 5280 section 6).
public struct CertificatePath: Sendable, Hashable {
    /// The leaf first, the anchor last; one certificate if the leaf is an anchor.
    public let certificates: [Certificate]
    /// The seconds since 1970 at which every certificate is valid.
    public let validity: ClosedRange<Int64>

    /// The maximum number of certificates in a path.
    public static let maximumLength = 10

    /// Finds a path and validates it by RFC 5280 section 6, without revocation: signatures, validity times, authority
    /// to issue (basic constraints, key usage, path length), name constraints, unknown critical extensions. Signatures
    /// and keys must give 112 bits of security, which refuses MD5, SHA-1 and RSA below 2048 bits (NIST SP 800-57 part
    /// 1, table 2). The anchor's own signature is not checked.
    ///
    /// - Parameters:
    ///   - intermediates: the certificates sent along, in any order. None is trusted, whoever signed it.
    ///   - anchors: roots, intermediates or leaves. The path ends at the first that it meets.
    ///   - time: seconds since 1970.
    public static func validate(
        _ leaf: Certificate, intermediates: [Certificate], anchors: [Certificate], at time: Int64
    ) throws(CertificatePathError) -> CertificatePath {
        guard intermediates.count < maximumLength else {
            throw .invalid("\(intermediates.count + 1) certificates, expected at most \(maximumLength)")
        }
        // A leaf that is an anchor needs no other certificate.
        var (anchors, intermediates) = anchors.contains(leaf) ? ([leaf], []) : (anchors, intermediates)
        intermediates.removeAll { $0 == leaf }
        var firstError: CertificatePathError?
        while true {
            let search = try CertificatePathSearch(leaf, intermediates: intermediates, anchors: anchors, time: time)
            do throws(CertificatePathError) {
                return try search.path(at: time)
            } catch {
                // OpenSSL takes the first anchor of the issuer's name. If that one did not sign, has expired or may not
                // issue, another anchor of that name may work, or a certificate that was sent along.
                guard let anchor = search.anchor else { throw firstError ?? error }
                firstError = firstError ?? error
                anchors.removeAll { $0 == anchor }
            }
        }
    }
}
