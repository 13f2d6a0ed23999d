import ToqueEncoding
import ToqueWebAuthn

/// The AppID of a relying party that has used U2F: the URL whose hash its U2F credentials belong to (FIDO AppID and
/// Facet Specification).
struct AppID {
    private let extensionName: ClientExtension
    private let text: String

    /// - Returns: nil if the extension has no input, or one that is not a URL: providers send texts such as `"true"`.
    init?(of extensionName: ClientExtension, in requested: JSONObject) {
        guard let text = requested[extensionName].flatMap(Self.text) else { return nil }
        (self.extensionName, self.text) = (extensionName, text)
    }

    /// True if an input is a URL, or the empty text, which means the caller.
    static func isOne(_ input: JSON) -> Bool { text(input) != nil }

    private static func text(_ input: JSON) -> String? {
        guard let text = input.stringValue else { return nil }
        return text.isEmpty || text.contains(":") ? text : nil
    }

    /// Determines whether the caller's FacetID is authorized (section 3.1.2 of that specification, steps 1 to 3). Like
    /// browsers, it treats hosts of one site as the same and fetches no list of other facets.
    /// - Returns: the AppID to use.
    /// - Throws: `securityError` if it is not authorized; `unknownError` if the machine has no public suffix list.
    func checked(for origin: Origin) throws(WebAuthnError) -> String {
        let facetID = origin.description
        guard !text.isEmpty, text != facetID else { return facetID }
        guard text.lowercased().hasPrefix("https://") else {
            throw refusal("expected an https URL of the caller's site")
        }
        guard case .web(let caller) = origin, caller.isEncrypted else {
            throw refusal("\(facetID) is not an https origin, so it has no site to compare")
        }
        let authority = text.dropFirst("https://".count).prefix { !"/?#".contains($0) }
        let host: DomainName
        do throws(WebAuthnError) {
            host = try WebOrigin("https://\(authority)").host
        } catch {
            throw refusal(error.message)
        }
        guard try Self.isSameSite(host, caller.host) else {
            throw refusal("it is of another site than \(facetID)")
        }
        return text
    }

    private static func isSameSite(_ first: DomainName, _ second: DomainName) throws(WebAuthnError) -> Bool {
        if first == second { return true }
        guard let list = PublicSuffixList.machine else {
            throw WebAuthnError(
                .unknownError, "libpsl has no public suffix list to check the AppID with; install publicsuffix")
        }
        guard let site = list.registrableDomain(of: first) else { return false }
        return site == list.registrableDomain(of: second)
    }

    private func refusal(_ sentence: String) -> WebAuthnError {
        WebAuthnError(.securityError, "extensions.\(extensionName.rawValue) \(text.quoted): \(sentence)")
    }
}
