import Foundation
import Testing
import ToqueWebAuthn

@testable import SoftAuthenticator

@Suite("Profiles")
struct AuthenticatorProfileTests {
    @Test("A profile is found only by its exact name")
    func areFoundByName() {
        #expect(
            AuthenticatorProfile.all.map(\.name) == [
                "ios", "android", "windows", "security-key", "fingerprint-key", "lab",
            ])
        for profile in AuthenticatorProfile.all { #expect(AuthenticatorProfile(name: profile.name) == profile) }
        #expect(AuthenticatorProfile(name: "iOS") == nil)
        #expect(AuthenticatorProfile(name: "") == nil)
    }

    @Test("Each profile has its own AAGUID, which is not zero")
    func haveModelIdentifiersOfTheirOwn() {
        let identifiers = Set(AuthenticatorProfile.all.map(\.aaguid))
        #expect(identifiers.count == AuthenticatorProfile.all.count)
        #expect(!identifiers.contains(.zero))
    }

    @Test("Each algorithm of a profile has a key type and a signature scheme")
    func haveAKeyTypeForEachAlgorithm() {
        for algorithm in AuthenticatorProfile.all.flatMap(\.algorithms) {
            #expect(algorithm.keyType != nil)
            #expect(algorithm.scheme != nil)
        }
    }

    @Test("The authenticator reports the capabilities of its profile", arguments: AuthenticatorProfile.all)
    func areTheCapabilities(_ profile: AuthenticatorProfile) {
        let capabilities = SoftAuthenticator(profile).capabilities()
        #expect(capabilities.aaguid == profile.aaguid)
        #expect(capabilities.attachment == profile.attachment)
        #expect(capabilities.transports == profile.transports)
        #expect(capabilities.algorithms == profile.algorithms)
        // Self attestation is one of lab's formats.
        #expect(capabilities.attestationFormats == (profile == .lab ? [.packed] : profile.attestationFormats))
        #expect(capabilities.residentKeys)
        #expect(capabilities.userVerification == (profile != .securityKey))
    }

    /// The source has the only table, and the page repeats it. `TOQUE_UPDATE_DOCS=1 swift test` rewrites it.
    @Test("The table in docs/profiles.md matches the profiles")
    func standInTheDocumentation() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/profiles.md")
        var lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("|") })
        let end = try #require(lines[start...].firstIndex { !$0.hasPrefix("|") })
        if ProcessInfo.processInfo.environment["TOQUE_UPDATE_DOCS"] == "1" {
            lines.replaceSubrange(start..<end, with: Self.table)
            try lines.joined(separator: "\n").write(to: page, atomically: true, encoding: .utf8)
        } else {
            #expect(Array(lines[start..<end]) == Self.table)
        }
    }

    private static let table: [String] = {
        func row(_ title: String, _ cell: (AuthenticatorProfile) -> String) -> String {
            "| \(title) | " + AuthenticatorProfile.all.map(cell).joined(separator: " | ") + " |"
        }
        func yes(_ value: Bool) -> String { value ? "yes" : "no" }
        return [
            row("") { "`\($0.name)`" },
            "|---|" + AuthenticatorProfile.all.map { _ in "---|" }.joined(),
            row("Attachment") { $0.attachment.rawValue },
            row("Transports") { $0.transports.map(\.rawValue).joined(separator: ", ") },
            row("Algorithms") { $0.algorithms.map { $0.name ?? "?" }.joined(separator: ", ") },
            row("Attestation") { $0.attestationFormats.map(\.rawValue).joined(separator: ", ") },
            row("AAGUID") { "`\($0.aaguid)`" },
            row("Discoverable credentials") { $0.residentKeys.rawValue },
            row("User verification") { $0.verification.rawValue },
            row("Backup eligible and backed up (BE, BS)") { yes($0.isBackedUp) },
            row("Signature counter") { $0.hasSignatureCounter ? "grows, one a store" : "always 0" },
            row("Large blobs") { $0.largeBlobs == .array ? "in one array" : "with the credential" },
        ]
    }()
}
