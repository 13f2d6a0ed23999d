import ToqueWebAuthn

/// A web origin that may use WebAuthn: in a secure context, with a domain as host.
public struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    /// The caller's effective domain.
    public let host: DomainName
    /// False for http, which is secure only on the local machine.
    public let isEncrypted: Bool
    /// nil for the scheme's default.
    public let port: UInt16?

    /// The origin `https://HOST`.
    public init(host: DomainName) {
        self.host = host
        isEncrypted = true
        port = nil
    }

    init(_ text: String) throws(WebAuthnError) {
        let lowered = text.lowercased()
        let schemes = [("https://", true, UInt16(443)), ("http://", false, UInt16(80))]
        guard let (scheme, isEncrypted, defaultPort) = schemes.first(where: { lowered.hasPrefix($0.0) }) else {
            throw Origin.refusal(text, "expected https://HOST or android:apk-key-hash:HASH")
        }
        let authority = lowered.dropFirst(scheme.count)
        guard !authority.contains(where: { "/?#@".contains($0) }) else {
            throw Origin.refusal(text, "an origin ends after the host and the port")
        }
        // The port follows the last colon, unless that colon is part of an IPv6 address.
        let colon = authority.hasSuffix("]") ? nil : authority.lastIndex(of: ":")
        var port: UInt16?
        if let colon {
            let digits = authority[authority.index(after: colon)...]
            guard digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let number = UInt16(digits) else {
                throw Origin.refusal(text, "expected a port from 0 to 65535 after the colon")
            }
            port = number == defaultPort ? nil : number
        }
        do throws(DomainName.Fault) {
            host = try DomainName(String(authority[..<(colon ?? authority.endIndex)]))
        } catch {
            throw Origin.refusal(text, "\(error)")
        }
        guard isEncrypted || host.isLocal else {
            throw Origin.refusal(text, "http is allowed for localhost only, use https")
        }
        self.isEncrypted = isEncrypted
        self.port = port
    }

    public var description: String {
        (isEncrypted ? "https://" : "http://") + host.text + (port.map { ":\($0)" } ?? "")
    }
}
