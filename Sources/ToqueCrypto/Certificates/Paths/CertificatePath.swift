import CLibCrypto

/// Certificates that lead from a leaf to a trust anchor, each signed by the next (RFC 5280 section 6).
public struct CertificatePath: Sendable, Hashable {
    /// The leaf first, the anchor last. One alone where the leaf is an anchor.
    public let certificates: [Certificate]
    /// The seconds since 1970 at which all of them are valid.
    public let validity: ClosedRange<Int64>

    /// How many certificates a path has at most.
    public static let maximumLength = 10

    /// Looks for a path and validates it by the rules of RFC 5280 section 6, without revocation: signatures, validity
    /// in time, who may issue (basic constraints, key usage, path length), name constraints, critical extensions that
    /// nobody knows. Signatures and keys must give 112 bits of security, which refuses MD5, SHA-1 and RSA below 2048
    /// bits (NIST SP 800-57 part 1, table 2); the signature of the anchor itself is not looked at.
    ///
    /// - Parameters:
    ///   - intermediates: what was sent along, in any order. None is trusted, whoever signed it.
    ///   - anchors: roots, intermediates or leaves; the path ends at the first that it meets.
    ///   - time: seconds since 1970.
    public static func validate(
        _ leaf: Certificate, intermediates: [Certificate], anchors: [Certificate], at time: Int64
    ) throws(CertificatePathError) -> CertificatePath {
        guard intermediates.count < maximumLength else {
            throw .invalid("\(intermediates.count + 1) certificates, expected at most \(maximumLength)")
        }
        // Nothing stands between a leaf and itself.
        var (anchors, intermediates) = anchors.contains(leaf) ? ([leaf], []) : (anchors, intermediates)
        intermediates.removeAll { $0 == leaf }
        var firstError: CertificatePathError?
        while true {
            let search = try CertificatePathSearch(leaf, intermediates: intermediates, anchors: anchors, time: time)
            do throws(CertificatePathError) {
                return try search.path(at: time)
            } catch {
                // OpenSSL takes the first anchor of the issuer's name. Where that one did not sign, has expired or may
                // not issue, another of the name may lead on, or a certificate that was sent along.
                guard let anchor = search.anchor else { throw firstError ?? error }
                firstError = firstError ?? error
                anchors.removeAll { $0 == anchor }
            }
        }
    }
}
