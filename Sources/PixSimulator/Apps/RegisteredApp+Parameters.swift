import Sandbox
import SandboxKit
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

extension RegisteredApp {
    static let parameters: [ControlVerb.Parameter] = [
        .init(
            "domain", "Set the domain of the app's callback URLs, or one of these URLs. Required.", kind: "domain",
            isRequired: true),
        .init("team_id", "Set the Team ID of an iOS app, 10 letters and digits.", kind: "id"),
        .init("bundle_id", "Set the bundle ID of an iOS app, such as com.example.shop.", kind: "id"),
        .init("package", "Set the package of an Android app, such as com.example.shop.", kind: "name"),
        .init(
            "key_hash",
            "Set the SHA-256 of the certificate that signs an Android app, as base64url or as keytool prints it. "
                + "Separate several by commas.", kind: "hash"),
    ]

    /// - Parameter parameters: of the control API.
    /// - Throws: `SandboxError` for the first missing or invalid one.
    init(parameters: JSONObject) throws(SandboxError) {
        let ios = (team: try parameters.text("team_id"), bundle: try parameters.text("bundle_id"))
        let android = (package: try parameters.text("package"), hashes: try parameters.text("key_hash"))
        let domain = try parameters.text("domain")
        switch (ios.team ?? ios.bundle, android.package ?? android.hashes) {
        case (nil, nil):
            throw .required(
                "team_id",
                "Required: `team_id` and `bundle_id` of an iOS app, or `package` and `key_hash` of an Android app.")
        case (.some, .some):
            throw .invalid(
                ios.team == nil ? "bundle_id" : "team_id",
                "An app is for iOS or for Android: give `team_id` and `bundle_id`, or `package` and `key_hash`.")
        case (.some, nil):
            let team = try Self.part("team_id", ios.team, beside: "bundle_id", Self.teamID, Self.isTeamID)
            let bundle = try Self.part("bundle_id", ios.bundle, beside: "team_id", Self.bundleID, Self.isBundleID)
            self.init(id: "\(team).\(bundle)", platform: .ios, domain: try Self.domain(domain))
        case (nil, .some):
            let package = try Self.part("package", android.package, beside: "key_hash", Self.package, Self.isPackage)
            guard let hashes = android.hashes else { throw Self.missing("key_hash", beside: "package") }
            self.init(
                id: package, platform: .android, domain: try Self.domain(domain), keyHashes: try Self.hashes(hashes))
        }
    }

    private static func missing(_ name: String, beside other: String) -> SandboxError {
        .required(name, "Required beside `\(other)`.")
    }

    private static func part(
        _ name: String, _ text: String?, beside other: String, _ expectation: String, _ isValid: (String) -> Bool
    ) throws(SandboxError) -> String {
        guard let text else { throw missing(name, beside: other) }
        guard isValid(text) else { throw .invalid(name, "Found \(text.quoted), expected \(expectation).") }
        return text
    }

    private static func hashes(_ texts: String) throws(SandboxError) -> [APKKeyHash] {
        var hashes: [APKKeyHash] = []
        for part in texts.split(separator: ",", omittingEmptySubsequences: false) {
            let text = String(part.trimming(while: \.isWhitespace))
            guard let hash = APKKeyHash(text) else {
                throw .invalid("key_hash", "Found \(text.quoted), expected \(APKKeyHash.expectation(for: text)).")
            }
            if !hashes.contains(hash) { hashes.append(hash) }
        }
        return hashes
    }

    /// - Parameter text: a domain, or a callback URL.
    private static func domain(_ text: String?) throws(SandboxError) -> String {
        guard let text else {
            throw .required("domain", "Required: the domain of the app's callback URLs, such as shop.example.")
        }
        let isURL = text.contains("://")
        if isURL, let problem = EndpointURL.problem(of: text) {
            throw .invalid("domain", "Found \(text.quoted), expected \(problem.expectation).")
        }
        let authority = isURL ? Authority(ofURL: text) : Authority(text)
        guard let authority, isURL || authority.port == nil, authority.isLoopback || authority.host.contains(".") else {
            throw .invalid("domain", "Found \(text.quoted), expected a domain such as shop.example, or an https URL.")
        }
        guard !authority.isLoopback else { return authority.host }
        do throws(WebAuthnError) {
            _ = try RelyingPartyScope(rpID: authority.host, path: "domain", origin: nil)
        } catch {
            throw .invalid("domain", "\(error.message).")
        }
        return authority.host
    }

    // MARK: Forms

    static let teamID = "10 upper-case letters and digits"
    static let bundleID = "letters, digits, hyphens and dots, such as com.example.shop"
    static let package = "at least two parts with a dot between, each a letter and then letters, digits or _"

    /// The prefix of an application identifier, even an old one that is not a Team ID.
    static func isTeamID(_ text: String) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy { isDigit($0) || (0x41...0x5A).contains($0) }
    }

    /// CFBundleIdentifier.
    static func isBundleID(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 155
            && parts.allSatisfy { part in
                !part.isEmpty && part.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
            }
    }

    /// An Android application ID.
    static func isPackage(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return text.utf8.count <= 255 && parts.count >= 2
            && parts.allSatisfy { part in
                part.first.map(isLetter) ?? false
                    && part.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
            }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
