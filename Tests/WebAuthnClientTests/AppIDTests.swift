import Testing
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

@Suite struct AppIDTests {
    private static let id = FakeAuthenticator.credentialID

    private func get(
        _ appID: JSON, origin: String = "https://login.example.com", with authenticator: FakeAuthenticator
    ) async throws -> JSONObject {
        let options = PublicKeyCredentialRequestOptions(
            challenge: Array(0...15), rpID: origin.hasPrefix("http://") ? "localhost" : "example.com",
            allowCredentials: [.init(id: Self.id)], extensions: ["appid": appID])
        return try await WebAuthnClient(
            authenticator: authenticator, interaction: Person.approving, clock: ManualClock()
        ).get(options, origin: Origin(origin)).clientExtensionResults
    }

    private func create(_ appID: JSON, with authenticator: FakeAuthenticator) async throws -> JSONObject {
        let options = PublicKeyCredentialCreationOptions(
            rp: .init(id: "example.com", name: "Example"), user: .init(id: [1], name: "ana", displayName: "Ana"),
            challenge: Array(0...15), extensions: ["appidExclude": appID])
        return try await WebAuthnClient(
            authenticator: authenticator, interaction: Person.approving, clock: ManualClock()
        ).create(options).clientExtensionResults
    }

    @Test(
        "An AppID of the caller's site is passed to the authenticator",
        arguments: [
            ("https://login.example.com", "https://login.example.com"),
            ("https://login.example.com/u2f/app-id.json", "https://login.example.com"),
            ("https://LOGIN.example.com:443?a", "https://login.example.com"),
            ("https://www.example.com#f", "https://login.example.com:8443"),
            ("https://example.com:8443/", "https://login.example.com"),
            ("http://localhost:8080", "http://localhost:8080"),
            (
                "android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            ),
        ])
    func authorized(appID: String, origin: String) async throws {
        let authenticator = try FakeAuthenticator(asserted: .init(appID: true))
        #expect(try await get(.string(appID), origin: origin, with: authenticator) == ["appid": true])
        #expect(authenticator.asked.asserting?.extensions == .init(appID: appID))
    }

    @Test("An empty AppID means the caller's origin")
    func anEmptyOneIsTheCaller() async throws {
        let authenticator = try FakeAuthenticator(asserted: .init(appID: false))
        #expect(try await get("", with: authenticator) == ["appid": false])
        #expect(authenticator.asked.asserting?.extensions == .init(appID: "https://login.example.com"))
    }

    /// Section 10.1.1: the output says whether the AppID was used, if the extension was processed.
    @Test("The appid result is false if the authenticator gives none")
    func whatAnAuthenticatorDoesNotSayIsFalse() async throws {
        #expect(try await get("https://example.com", with: FakeAuthenticator()) == ["appid": false])
    }

    @Test("An AppID that is not a URL is ignored", arguments: ["true", true, 7, "example.com", .null] as [JSON])
    func passedOver(_ appID: JSON) async throws {
        let authenticator = try FakeAuthenticator()
        #expect(try await get(appID, with: authenticator).isEmpty)
        #expect(authenticator.asked.asserting?.extensions == .init())
        #expect(try await create(appID, with: authenticator).isEmpty)
        #expect(authenticator.asked.making?.extensions == .init())
    }

    @Test(
        "An AppID of another site or another scheme is refused",
        arguments: [
            ("https://example.org/", "it is of another site than https://login.example.com"),
            ("https://com", "it is of another site than https://login.example.com"),
            ("https://example.com.evil.example", "it is of another site than https://login.example.com"),
            ("http://login.example.com", "expected an https URL of the caller's site"),
            ("ftp:x", "expected an https URL of the caller's site"),
        ])
    func refused(appID: String, sentence: String) async throws {
        let authenticator = try FakeAuthenticator()
        await expect("SecurityError: extensions.appid \"\(appID)\": \(sentence)") {
            try await get(.string(appID), with: authenticator)
        }
        #expect(authenticator.asked.asserting == nil)
    }

    @Test(
        "An AppID without a plain host is refused",
        arguments: ["https://", "https://user@example.com/", "https://example.com:x/"])
    func malformed(_ appID: String) async throws {
        let authenticator = try FakeAuthenticator()
        let error = await #expect(throws: WebAuthnError.self) { try await get(.string(appID), with: authenticator) }
        #expect(error?.name == .securityError)
        #expect(authenticator.asked.asserting == nil)
    }

    /// Their sites cannot be derived from the origin.
    @Test(
        "An app or a plain HTTP origin cannot use an AppID of another origin",
        arguments: [
            "android:apk-key-hash:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "http://localhost:8080",
        ])
    func appsAndPlainHTTPHaveNoSite(_ origin: String) async throws {
        let authenticator = try FakeAuthenticator()
        await expect(
            "SecurityError: extensions.appid \"https://localhost/\": \(origin) is not an https origin, so it has no "
                + "site to compare"
        ) { try await get("https://localhost/", origin: origin, with: authenticator) }
    }

    @Test("appidExclude is passed to the authenticator and refused for another site")
    func aRegistrationExcludesByIt() async throws {
        let authenticator = try FakeAuthenticator()
        #expect(try await create("https://www.example.com/app", with: authenticator) == ["appidExclude": true])
        #expect(authenticator.asked.making?.extensions == .init(appIDExclude: "https://www.example.com/app"))
        await expect(
            "SecurityError: extensions.appidExclude \"https://example.org\": it is of another site than "
                + "https://example.com"
        ) { try await create("https://example.org", with: authenticator) }
    }
}
