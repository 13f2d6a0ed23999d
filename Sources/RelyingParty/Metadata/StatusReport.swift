import ToqueCrypto
import ToqueEncoding

/// One report on an authenticator model (FIDO Metadata Service 3.1 section 3.1.3).
public struct StatusReport: Sendable, Hashable {
    public let status: AuthenticatorStatus
    /// The first day of which it counts, in UTC; nil where it counts as long as it is there.
    public let effectiveDate: CivilDate?
    /// The firmware that it is about: of an update, the new one.
    public let authenticatorVersion: Int?
    /// The certificates that the authenticators in question have in their chains, of `certificate` and
    /// `batchCertificate`.
    public let certificates: [Certificate]

    init(_ json: JSONReader) throws(JSONMemberError) {
        status = AuthenticatorStatus(rawValue: try json.member("status").string())
        effectiveDate = try json.optional("effectiveDate")?.date()
        authenticatorVersion = try json.optional("authenticatorVersion")?.int()
        var certificates: [Certificate] = []
        for name in ["certificate", "batchCertificate"] {
            if let member = try json.optional(name) { certificates.append(try member.certificate()) }
        }
        self.certificates = certificates
    }

    /// Whether it counts on a day.
    func isEffective(on day: CivilDate) -> Bool { effectiveDate.map { $0 <= day } ?? true }

    /// Whether it announces firmware that fixes what the other one reports. Only dates tell which of them is the later
    /// one, as the order of reports is not fixed.
    /// - Parameter version: that of the authenticator.
    func mends(_ other: StatusReport, in version: Int) -> Bool {
        guard status == .updateAvailable, other.status.isMendable, let authenticatorVersion, let effectiveDate,
            let reported = other.effectiveDate
        else { return false }
        return version >= authenticatorVersion && effectiveDate >= reported
    }
}
