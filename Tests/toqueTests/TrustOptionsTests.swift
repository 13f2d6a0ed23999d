import ArgumentParser
import RelyingParty
import Testing
import ToqueCrypto
import ToqueWebAuthn

@testable import toque

@Suite("Trust options")
struct TrustOptionsTests {
    private func failure(_ arguments: String...) -> String? {
        do {
            _ = try TrustOptions.parse(arguments)
            return nil
        } catch {
            return CommandError(of: error)?.description
        }
    }

    private func certificate(_ name: String) throws -> Certificate {
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: name))
        let name = DistinguishedName([.init(.commonName, name)])
        return try CertificateBuilder(
            subject: name, issuer: name, serialNumber: [1], notBefore: 0, notAfter: CertificateBuilder.noExpiration,
            publicKey: pair.publicKey, extensions: [.basicConstraints(isAuthority: true)]
        ).signed(by: SigningKey(pair))
    }

    private func policy(_ arguments: String...) throws -> VerificationPolicy {
        var policy = VerificationPolicy(origins: [], untrustedAttestation: .report)
        try TrustOptions.parse(arguments).amend(&policy)
        return policy
    }

    @Test("A BLOB requires its root, and a root its BLOB")
    func together() {
        #expect(failure("--metadata", "x") == "--metadata: --metadata and --metadata-root require each other")
        #expect(failure("--metadata-root", "x") == "--metadata-root: --metadata and --metadata-root require each other")
        #expect(failure("--metadata-minimum", "7") == "--metadata-minimum: requires --metadata")
        #expect(failure("--metadata", "x", "--metadata-root", "y", "--metadata-minimum", "7") == nil)
    }

    @Test("Anchors apply to the named format, or to all formats")
    func anchors() throws {
        let (general, packed) = (try certificate("general"), try certificate("packed"))
        let pem = Array((try packed.pem() + general.pem()).utf8)
        try withFile(general.der) { file in
            let policy = try policy("--anchors", file)
            #expect(policy.trustAnchors[.tpm] == [general])
            #expect(policy.untrustedAttestation == .reject)
        }
        try withFile(pem) { file in
            let policy = try policy("--anchors", "packed=\(file)")
            #expect(policy.trustAnchors[.packed] == [packed, general])
            #expect(policy.trustAnchors[.tpm].isEmpty)
        }
        #expect(try policy().untrustedAttestation == .report)
    }

    @Test("A format without certificates is a usage error", arguments: ["none", "compound", "pakced", ""])
    func formats(_ name: String) {
        let message = "--anchors: \(name)=x: the format is not one of packed,"
        #expect(failure("--anchors", "\(name)=x")?.hasPrefix(message) == true)
        #expect(failure("--anchors", "./\(name)=x") == nil)
    }

    @Test("A file without a certificate or a BLOB is named")
    func files() throws {
        try withFile(Array("text".utf8)) { file in
            let error = #expect(throws: CommandError.self) { try policy("--anchors", file) }
            #expect(error?.status == .failed)
            #expect(error?.description.hasPrefix("--anchors: \(file): ") == true)
            let root = #expect(throws: CommandError.self) { try policy("--metadata", file, "--metadata-root", file) }
            #expect(root?.description.hasPrefix("--metadata-root: \(file): ") == true)
            let der = try certificate("root").der
            try withFile(der) { rootFile in
                let blob = #expect(throws: CommandError.self) {
                    try policy("--metadata", file, "--metadata-root", rootFile)
                }
                #expect(blob?.status == .failed)
                #expect(blob?.description.hasPrefix("\(file): the metadata BLOB: JWS: ") == true)
            }
        }
        let missing = #expect(throws: CommandError.self) { try policy("--anchors", "/nowhere/root.pem") }
        #expect(missing?.status == .unreachable)
    }
}
