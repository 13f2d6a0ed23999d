import ToqueCrypto
import ToqueEncoding

/// One report on an authenticator model (FIDO Metadata Service 3.1 section 3.1.3).
public struct StatusReport: Sendable, Hashable {
    public let status: AuthenticatorStatus
    /// The first UTC day on which it counts; nil if it counts as long as it is present.
    public let effectiveDate: CivilDate?
    /// The firmware version that it concerns; for an update, the new one.
    public let authenticatorVersion: Int?
    /// The certificates that affected authenticators have in their chains: `certificate` and `batchCertificate`.
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

    /// True if it counts on a day.
    func isEffective(on day: CivilDate) -> Bool { effectiveDate.map { $0 <= day } ?? true }

    /// True if it announces firmware that fixes the other report. Dates decide which one is later, because reports have
    /// no fixed order.
    /// - Parameter version: the authenticator's firmware version.
    func mends(_ other: StatusReport, in version: Int) -> Bool {
        guard status == .updateAvailable, other.status.isMendable, let authenticatorVersion, let effectiveDate,
            let reported = other.effectiveDate
        else { return false }
        return version >= authenticatorVersion && effectiveDate >= reported
    }
}
