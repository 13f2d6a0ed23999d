import Testing
import ToqueEncoding
import ToqueWebAuthn

@testable import WebAuthnClient

@Suite struct OriginTests {
    private static let hash = Base64URL.encode([UInt8](repeating: 0xAB, count: 32))

    @Test(
        "An origin is serialized in lower case without its default port",
        arguments: [
            ("https://belvo.com", "https://belvo.com"),
            ("HTTPS://App.Belvo.COM:443", "https://app.belvo.com"),
            ("https://belvo.com:8443", "https://belvo.com:8443"),
            ("http://localhost:8420", "http://localhost:8420"),
            ("http://app.localhost:80", "http://app.localhost"),
            ("https://xn--caf-dma.example", "https://xn--caf-dma.example"),
            ("android:apk-key-hash:\(hash)", "android:apk-key-hash:\(hash)"),
        ])
    func serialization(text: String, expected: String) throws {
        #expect(try Origin(text).description == expected)
    }

    @Test(
        "A malformed origin is refused with the reason",
        arguments: [
            ("belvo.com", "expected https://HOST or android:apk-key-hash:HASH"),
            ("ftp://belvo.com", "expected https://HOST or android:apk-key-hash:HASH"),
            ("https://belvo.com/", "an origin ends after the host and the port"),
            ("https://ana@belvo.com", "an origin ends after the host and the port"),
            ("https://belvo.com:65536", "expected a port from 0 to 65535 after the colon"),
            ("https://belvo.com:", "expected a port from 0 to 65535 after the colon"),
            ("http://belvo.com", "http is allowed for localhost only, use https"),
            ("http://notlocalhost", "http is allowed for localhost only, use https"),
            ("https://", "the domain is empty"),
            ("https://café.example", "an international domain is written in its ASCII form here (xn--...)"),
            ("https://belvo.com.", "a domain is written without a dot at its end here"),
            ("https://127.0.0.1", "an IP address is not a domain; use localhost or a name"),
            ("https://[::1]:8443", "an IP address is not a domain; use localhost or a name"),
            ("https://127.1", "an IP address is not a domain; use localhost or a name"),
            ("https://example.0x7f", "an IP address is not a domain; use localhost or a name"),
            ("https://a..b", "no domain: letters, digits and hyphens between dots, 63 at most, 253 in all"),
            ("https://-a.com", "no domain: letters, digits and hyphens between dots, 63 at most, 253 in all"),
            (
                "android:apk-key-hash:AAAA",
                "after apk-key-hash: there must be base64url of a SHA-256, 43 characters"
            ),
        ])
    func refusals(text: String, sentence: String) {
        #expect(failure(try Origin(text)) == #"SecurityError: origin "\#(text)": \#(sentence)"#)
    }

    // MARK: The RP ID in an origin's scope

    @Test(
        "The origin's host and a domain above it are in scope as the RP ID",
        arguments: [
            ("belvo.com", nil, "https://belvo.com", "belvo.com"),
            ("belvo.com", "https://belvo.com:8443", "https://belvo.com:8443", "belvo.com"),
            ("belvo.com", "https://app.belvo.com", "https://app.belvo.com", "belvo.com"),
            ("example.com.br", "https://a.b.example.com.br", "https://a.b.example.com.br", "example.com.br"),
            ("ana.github.io", "https://ana.github.io", "https://ana.github.io", "ana.github.io"),
            (nil, "https://app.belvo.com", "https://app.belvo.com", "app.belvo.com"),
            ("localhost", nil, "https://localhost", "localhost"),
            ("localhost", "http://localhost:3000", "http://localhost:3000", "localhost"),
            ("app.localhost", "http://app.localhost", "http://app.localhost", "app.localhost"),
            ("intranet", "https://intranet", "https://intranet", "intranet"),
        ] as [(String?, String?, String, String)])
    func inScope(rpID: String?, origin: String?, expectedOrigin: String, expectedRPID: String) throws {
        let scope = try RelyingPartyScope(rpID: rpID, path: "rp.id", origin: try origin.map { try Origin($0) })
        #expect(scope.origin.description == expectedOrigin)
        #expect(scope.rpID == expectedRPID)
        #expect(!scope.isUnchecked)
    }

    @Test(
        "An RP ID outside the origin's scope is refused with the reason",
        arguments: [
            (
                "belvo.com", "https://evil-belvo.com",
                #"rp.id "belvo.com" is neither the origin's host "evil-belvo.com" nor a domain above it"#
            ),
            (
                "app.belvo.com", "https://belvo.com",
                #"rp.id "app.belvo.com" is neither the origin's host "belvo.com" nor a domain above it"#
            ),
            (
                "belvo.com", "https://belvo.com.evil.example",
                #"rp.id "belvo.com" is neither the origin's host "belvo.com.evil.example" nor a domain above it"#
            ),
            (
                "co.uk", "https://example.co.uk",
                #"rp.id "co.uk" is a public suffix, under which anybody can register names"#
            ),
            ("com.br", nil, #"rp.id "com.br" is a public suffix, under which anybody can register names"#),
            (
                "github.io", "https://ana.github.io",
                #"rp.id "github.io" is a public suffix, under which anybody can register names"#
            ),
            (
                nil, "https://github.io",
                #"rp.id "github.io" is a public suffix, under which anybody can register names"#
            ),
            ("com", "https://belvo.com", #"rp.id "com" is a public suffix, under which anybody can register names"#),
            (
                "localhost", "https://app.localhost",
                #"rp.id "localhost" is a public suffix, under which anybody can register names"#
            ),
            (
                "intranet", "https://pay.intranet",
                #"rp.id "intranet" is a public suffix, under which anybody can register names"#
            ),
            ("Belvo.com", nil, #"rp.id "Belvo.com": a domain is written in lower case here, as its bytes are hashed"#),
            ("belvo.com.", nil, #"rp.id "belvo.com.": a domain is written without a dot at its end here"#),
            ("", nil, #"rp.id "": the domain is empty"#),
            ("127.0.0.1", nil, #"rp.id "127.0.0.1": an IP address is not a domain; use localhost or a name"#),
            (
                "https://belvo.com", nil,
                #"rp.id "https://belvo.com": no domain: letters, digits and hyphens between dots, 63 at most, 253 in all"#
            ),
            (nil, nil, "rp.id: found nothing, expected an RP ID or else an origin"),
            (nil, "android:apk-key-hash:\(hash)", "rp.id: found nothing, expected an RP ID, as an app has no domain"),
        ] as [(String?, String?, String)])
    func outOfScope(rpID: String?, origin: String?, sentence: String) throws {
        let origin = try origin.map { try Origin($0) }
        #expect(
            failure(try RelyingPartyScope(rpID: rpID, path: "rp.id", origin: origin)) == "SecurityError: \(sentence)")
    }

    @Test("The origin of an app is not compared with the RP ID")
    func anAppIsNotComparedWithTheRPID() throws {
        let scope = try RelyingPartyScope(
            rpID: "belvo.com", path: "rp.id", origin: try Origin("android:apk-key-hash:\(Self.hash)"))
        #expect(scope.rpID == "belvo.com")
        #expect(scope.isUnchecked)
    }
}
