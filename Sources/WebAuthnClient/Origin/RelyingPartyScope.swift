import ToqueEncoding
import ToqueWebAuthn

/// The caller and its RP ID: steps 6 to 8 of section 5.1.3 and the same steps of section 5.1.4.1.
package struct RelyingPartyScope: Sendable {
    package let origin: Origin
    package let rpID: String
    /// True if the caller is an app: only the RP can tell whether it may use the RP ID, by the origins it accepts.
    let isUnchecked: Bool

    /// - Parameters:
    ///   - rpID: the options' RP ID; nil means the origin's host.
    ///   - path: the member's path, `rp.id` or `rpId`, for errors.
    ///   - origin: nil means `https://` and the RP ID.
    /// - Throws: `securityError`; `unknownError` if the machine has no public suffix list.
    package init(rpID: String?, path: String, origin: Origin?) throws(WebAuthnError) {
        let claimed = try rpID.map { (text) throws(WebAuthnError) in try Self.domain(text, path: path) }
        guard let origin = origin ?? claimed.map({ .web(WebOrigin(host: $0)) }) else {
            throw WebAuthnError(.securityError, "\(path): found nothing, expected an RP ID or else an origin")
        }
        self.origin = origin
        switch origin {
        case .web(let web):
            let domain = claimed ?? web.host
            try Self.check(domain, isSuffixOf: web.host, path: path)
            (self.rpID, isUnchecked) = (domain.text, false)
        case .android:
            guard let claimed else {
                throw WebAuthnError(
                    .securityError, "\(path): found nothing, expected an RP ID, as an app has no domain")
            }
            (self.rpID, isUnchecked) = (claimed.text, true)
        }
    }

    private static func domain(_ text: String, path: String) throws(WebAuthnError) -> DomainName {
        do throws(DomainName.Fault) {
            return try DomainName(text)
        } catch {
            throw WebAuthnError(.securityError, "\(path) \(JSON.string(text).serialized()): \(error)")
        }
    }

    /// HTML's "is a registrable domain suffix of or is equal to", with one stricter rule: a public suffix is refused
    /// even if it is the host itself, because nobody should hold credentials for all of `com.br`.
    private static func check(
        _ rpID: DomainName, isSuffixOf host: DomainName, path: String
    ) throws(WebAuthnError) {
        guard rpID == host || host.text.hasSuffix(".\(rpID.text)") else {
            throw WebAuthnError(
                .securityError,
                "\(path) \"\(rpID.text)\" is neither the origin's host \"\(host.text)\" nor a domain above it")
        }
        guard let list = PublicSuffixList.machine else {
            throw WebAuthnError(
                .unknownError, "libpsl has no public suffix list to check \(path) with; install publicsuffix")
        }
        // A host of one unknown label, such as localhost, is its own scope. No other host may claim it.
        guard !list.isPublicSuffix(rpID, orUnknown: rpID != host) else {
            throw WebAuthnError(
                .securityError, "\(path) \"\(rpID.text)\" is a public suffix, under which anybody can register names")
        }
    }
}
