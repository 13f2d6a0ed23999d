import Testing
import ToqueCrypto
import ToqueTestSupport

@Suite("Certificate paths")
struct CertificatePathTests {
    private static let now = TestAuthority.now
    private static let day = TestAuthority.day

    private func make(
        _ subject: String, by issuer: String, isAuthority: Bool = false, _ change: TestAuthority.Change = { _ in }
    ) throws -> Certificate {
        try TestAuthority.certificate(subject, by: issuer, isAuthority: isAuthority, change)
    }

    private enum Outcome: Equatable { case valid([Certificate]), untrusted, expired, notYetValid, invalid }

    private func outcome(
        _ leaf: Certificate, _ intermediates: [Certificate] = [], anchors: [Certificate], at time: Int64 = now
    ) -> Outcome {
        do throws(CertificatePathError) {
            return .valid(
                try CertificatePath.validate(leaf, intermediates: intermediates, anchors: anchors, at: time)
                    .certificates)
        } catch {
            return switch error {
            case .untrusted: .untrusted
            case .expired: .expired
            case .notYetValid: .notYetValid
            case .invalid: .invalid
            }
        }
    }

    @Test("A path ends at the nearest anchor: a root, an intermediate or the leaf")
    func anAnchorIsRootIntermediateOrLeaf() throws {
        let root = try make("root", by: "root", isAuthority: true)
        let middle = try make("middle", by: "root", isAuthority: true)
        let leaf = try make("leaf", by: "middle")
        #expect(outcome(leaf, [middle], anchors: [root]) == .valid([leaf, middle, root]))
        #expect(outcome(leaf, [middle, root], anchors: [root]) == .valid([leaf, middle, root]))
        #expect(outcome(leaf, [root, middle], anchors: [root]) == .valid([leaf, middle, root]))
        #expect(outcome(leaf, [], anchors: [middle]) == .valid([leaf, middle]))
        #expect(outcome(leaf, [middle, root], anchors: [middle]) == .valid([leaf, middle]))
        #expect(outcome(leaf, [middle, root], anchors: [root, middle]) == .valid([leaf, middle]))
        #expect(outcome(leaf, [middle, root], anchors: [root, middle, leaf]) == .valid([leaf]))
        #expect(outcome(leaf, [], anchors: [leaf]) == .valid([leaf]))
        #expect(outcome(root, [], anchors: [root]) == .valid([root]))
    }

    @Test("Certificates that were sent are no anchors, and neither are forged ones")
    func nothingThatWasSentIsTrusted() throws {
        let root = try make("root", by: "root", isAuthority: true)
        let other = try make("other", by: "other", isAuthority: true)
        let leaf = try make("leaf", by: "root")
        #expect(outcome(leaf, [root], anchors: []) == .untrusted)
        #expect(outcome(leaf, [root], anchors: [other]) == .untrusted)
        #expect(outcome(leaf, [], anchors: [other]) == .untrusted)
        #expect(outcome(root, [root], anchors: [other]) == .untrusted)
        #expect(outcome(try make("self", by: "self"), [], anchors: [other]) == .untrusted)
        // The anchor's name, but another key.
        let forged = try make("forged", by: "forged", isAuthority: true) {
            ($0.subject, $0.issuer) = (root.subject, root.subject)
        }
        let forgedLeaf = try make("leaf", by: "forged") { $0.issuer = root.subject }
        #expect(outcome(forgedLeaf, [forged], anchors: [root]) == .invalid)
        #expect(outcome(forged, [], anchors: [root]) == .untrusted)
    }

    @Test("Of anchors with the same name, the valid one with the right key is used")
    func anchorsOfOneName() throws {
        let anchors = try ["one", "two", "three"].map { seed in
            try make(seed, by: seed, isAuthority: true) {
                ($0.subject, $0.issuer) = (TestAuthority.name("root"), TestAuthority.name("root"))
            }
        }
        let leaf = try make("leaf", by: "three") { $0.issuer = TestAuthority.name("root") }
        #expect(outcome(leaf, [], anchors: anchors) == .valid([leaf, anchors[2]]))
        #expect(outcome(leaf, [], anchors: anchors.reversed()) == .valid([leaf, anchors[2]]))
        #expect(outcome(leaf, [], anchors: Array(anchors[..<2])) == .invalid)
        // One key with a renewed certificate: the valid certificate is used.
        let old = try make("three", by: "three", isAuthority: true) {
            ($0.subject, $0.issuer) = (TestAuthority.name("root"), TestAuthority.name("root"))
            $0.notAfter = Self.now - 1
        }
        #expect(outcome(leaf, [old], anchors: [old, anchors[2]]) == .valid([leaf, anchors[2]]))
        #expect(outcome(leaf, [], anchors: [old]) == .expired)
    }

    @Test("An anchor that expired or is no authority does not hide another path")
    func anAnchorThatDoesNotLeadOn() throws {
        let root = try make("root", by: "root", isAuthority: true)
        let middle = try make("middle", by: "root", isAuthority: true)
        let leaf = try make("leaf", by: "middle")
        let expired = try make("middle", by: "root", isAuthority: true) { $0.notAfter = Self.now - 1 }
        let noAuthority = try make("middle", by: "root")
        for anchor in [expired, noAuthority] {
            #expect(outcome(leaf, [middle], anchors: [anchor, root]) == .valid([leaf, middle, root]))
        }
        #expect(outcome(leaf, [middle], anchors: [expired]) == .expired)
        #expect(outcome(leaf, [middle], anchors: [noAuthority]) == .invalid)
    }

    @Test("A path is valid while all its certificates are")
    func theTimesOfAllCount() throws {
        let root = try make("root", by: "root", isAuthority: true) { $0.notAfter = Self.now + 5 * Self.day }
        let middle = try make("middle", by: "root", isAuthority: true) { $0.notBefore = Self.now - Self.day }
        let leaf = try make("leaf", by: "middle")
        let path = try CertificatePath.validate(leaf, intermediates: [middle], anchors: [root], at: Self.now)
        #expect(path.validity == Self.now - Self.day...Self.now + 5 * Self.day)
        let (first, last) = (path.validity.lowerBound, path.validity.upperBound)
        #expect(outcome(leaf, [middle], anchors: [root], at: first) == .valid([leaf, middle, root]))
        #expect(outcome(leaf, [middle], anchors: [root], at: last) == .valid([leaf, middle, root]))
        #expect(outcome(leaf, [middle], anchors: [root], at: first - 1) == .notYetValid)
        #expect(outcome(leaf, [middle], anchors: [root], at: last + 1) == .expired)
        #expect(outcome(leaf, [], anchors: [leaf], at: Self.now + 11 * Self.day) == .expired)
        #expect(outcome(leaf, [], anchors: [leaf], at: Self.now - 11 * Self.day) == .notYetValid)
        // The times are checked last.
        #expect(outcome(leaf, [], anchors: [root], at: last + 1) == .untrusted)
    }

    @Test("Only an authority whose key usage allows it may issue certificates")
    func whoMayIssue() throws {
        let root = try make("root", by: "root", isAuthority: true)
        let leaf = try make("leaf", by: "middle")
        let wrong: [[CertificateExtension]] = [
            [], [.basicConstraints(isAuthority: false)], [.certificateSigning],
            [.basicConstraints(isAuthority: true), .keyUsage(.cRLSign)],
            [.basicConstraints(isAuthority: true), .keyUsage([])],
            [.basicConstraints(isAuthority: true), .basicConstraints(isAuthority: true)],
        ]
        for extensions in wrong {
            let middle = try make("middle", by: "root") { $0.extensions = extensions }
            #expect([.invalid, .untrusted].contains(outcome(leaf, [middle], anchors: [root])), "\(extensions)")
            #expect([.invalid, .untrusted].contains(outcome(leaf, [], anchors: [middle])), "\(extensions)")
        }
        let right: [[CertificateExtension]] = [
            [.basicConstraints(isAuthority: true)],
            [.basicConstraints(isAuthority: true), .keyUsage([.keyCertSign, .digitalSignature])],
        ]
        for extensions in right {
            let middle = try make("middle", by: "root") { $0.extensions = extensions }
            #expect(outcome(leaf, [middle], anchors: [root]) == .valid([leaf, middle, root]))
        }
    }

    @Test("A certificate of version 1 may be an anchor, but no intermediate")
    func versionOneIsAnAnchorOnly() throws {
        let root = try make("root", by: "root") { ($0.version, $0.extensions) = (1, []) }
        let middle = try make("middle", by: "root") { ($0.version, $0.extensions) = (1, []) }
        #expect(root.version == 1)
        let child = try make("child", by: "root")
        #expect(outcome(child, [], anchors: [root]) == .valid([child, root]))
        #expect(outcome(try make("leaf", by: "middle"), [middle], anchors: [root]) == .invalid)
    }

    @Test("A root's path length limit is enforced")
    func pathLength() throws {
        let root = try make("root", by: "root") {
            $0.extensions = [.basicConstraints(isAuthority: true, pathLength: 0), .certificateSigning]
        }
        let middle = try make("middle", by: "root", isAuthority: true)
        let (near, far) = (try make("near", by: "root"), try make("far", by: "middle"))
        #expect(outcome(near, [], anchors: [root]) == .valid([near, root]))
        #expect(outcome(far, [middle], anchors: [root]) == .invalid)
        #expect(outcome(far, [middle], anchors: [middle]) == .valid([far, middle]))
    }

    @Test("A path of 10 certificates is valid, and one of 11 is refused")
    func tenCertificates() throws {
        let root = try make("0", by: "0", isAuthority: true)
        let chain = try (1...9).map { try make("\($0)", by: "\($0 - 1)", isAuthority: true) }
        #expect(outcome(chain[8], Array(chain[..<8]), anchors: [root]) == .valid(chain.reversed() + [root]))
        let leaf = try make("10", by: "9")
        #expect(outcome(leaf, chain, anchors: [root]) == .invalid)
        #expect(outcome(leaf, chain, anchors: [chain[0]]) == .valid([leaf] + chain.reversed()))
        #expect(outcome(leaf, chain + [root], anchors: [chain[0]]) == .invalid)
    }

    @Test("An unknown critical extension is refused, and known ones are accepted")
    func criticalExtensions() throws {
        let root = try make("root", by: "root", isAuthority: true)
        let unknown = CertificateExtension(identifier: "1.2.3.4", isCritical: true, value: [5, 0])
        let leaf = try make("leaf", by: "root") { $0.extensions.append(unknown) }
        #expect(outcome(leaf, [], anchors: [root]) == .invalid)
        #expect(outcome(leaf, [], anchors: [leaf]) == .invalid)
        let plain = try make("leaf", by: "root") {
            $0.extensions.append(CertificateExtension(identifier: "1.2.3.4", value: [5, 0]))
        }
        #expect(outcome(plain, [], anchors: [root]) == .valid([plain, root]))
        // Known critical extensions, as in TPM certificates.
        let purposes = try CertificateExtension.extendedKeyUsage(["2.23.133.8.3"], isCritical: true)
        let names = try CertificateExtension.subjectAlternativeNames(
            directories: [TestAuthority.name("tpm")], isCritical: true)
        let known = try make("leaf", by: "root") {
            $0.subject = DistinguishedName()
            $0.extensions += [purposes, names]
        }
        #expect(outcome(known, [], anchors: [root]) == .valid([known, root]))
        #expect(try known.extendedKeyUsage() == ["2.23.133.8.3"])
        #expect(try known.subjectAlternativeDirectoryNames() == [TestAuthority.name("tpm")])
    }

    @Test("The error for a certificate with a long subject is short")
    func errorsStayShort() throws {
        let leaf = try make("leaf", by: "root") {
            $0.subject = DistinguishedName([.init(.commonName, String(repeating: "x", count: 10_000))])
        }
        let error = #expect(throws: CertificatePathError.self) {
            try CertificatePath.validate(leaf, intermediates: [], anchors: [], at: Self.now)
        }
        #expect(error.map { $0.description.count < 400 } == true)
    }

    @Test("A leaf with basic constraints twice is refused, even as its own anchor")
    func aLeafsExtensionsCanBeRead() throws {
        let root = try make("root", by: "root", isAuthority: true)
        let twice = try make("leaf", by: "root") { $0.extensions.append(.basicConstraints(isAuthority: false)) }
        #expect(outcome(twice, [], anchors: [root]) != .valid([twice, root]))
        #expect(outcome(twice, [], anchors: [twice]) == .invalid)
    }

    @Test("A path with a signature by SHA-1 or MD5 is refused")
    func aWeakSignature() throws {
        let root = try make("root", by: "root", isAuthority: true)
        let weak = try make("leaf", by: "root") { $0.signatureScheme = .ecdsa(.sha1) }
        #expect(weak.signatureAlgorithm == "ecdsa-with-SHA1")
        #expect(outcome(weak, [], anchors: [root]) == .invalid)
        // Its own signature proves nothing about an anchor.
        #expect(outcome(weak, [], anchors: [weak]) == .valid([weak]))
        // OpenSSL checks the name before it verifies: sha256WithRSAEncryption becomes md5WithRSAEncryption.
        let rsa = try RSAKey.parts.get()
        let issuer = try CertificateBuilder(
            subject: TestAuthority.name("rsa"), issuer: TestAuthority.name("rsa"), serialNumber: [1],
            notBefore: 0, notAfter: CertificateBuilder.noExpiration, publicKey: rsa.publicKey,
            extensions: [.basicConstraints(isAuthority: true)], signatureScheme: .rsaPKCS1(.sha256)
        ).signed(by: rsa.signingKey)
        let strong = try CertificateBuilder(
            subject: TestAuthority.name("leaf"), issuer: TestAuthority.name("rsa"), serialNumber: [2],
            notBefore: 0, notAfter: CertificateBuilder.noExpiration, publicKey: TestAuthority.publicKey("leaf"),
            extensions: [], signatureScheme: .rsaPKCS1(.sha256)
        ).signed(by: rsa.signingKey)
        #expect(outcome(strong, [], anchors: [issuer]) == .valid([strong, issuer]))
        var der = strong.der
        for place in der.indices where der[place...].starts(with: hex("2a864886f70d01010b")) { der[place + 8] = 4 }
        let broken = try Certificate(der: der)
        #expect(broken.signatureAlgorithm == "md5WithRSAEncryption")
        let error = #expect(throws: CertificatePathError.self) {
            try CertificatePath.validate(broken, intermediates: [], anchors: [issuer], at: Self.now)
        }
        #expect(error?.description.contains("digest algorithm too weak") == true)
    }

    /// A leaf with a 1024-bit RSA key, made with the openssl command and valid for a century.
    @Test("A path with an RSA key of 1024 bits is refused")
    func aWeakKey() throws {
        let pem = """
            -----BEGIN CERTIFICATE-----
            MIIBdTCCARugAwIBAgIUQjM+SCr+hNId+l5/waDpH4Vb7A8wCgYIKoZIzj0EAwIw
            DzENMAsGA1UEAwwEcm9vdDAgFw0yNjExMjExNjA0NDJaGA8yMTI2MTAyODE2MDQ0
            MlowDzENMAsGA1UEAwwEcm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGO3
            f5wYQnnBfRGqAFn+9XrRD18mUwXOkDSPTjmCVkxK4Us0uYfU0bLnXxtVwOvsDgaC
            Zhfpv331n/tVJC21+b+jUzBRMB0GA1UdDgQWBBQTdQTZca/WBX1mTVvimzVOczfH
            ATAfBgNVHSMEGDAWgBQTdQTZca/WBX1mTVvimzVOczfHATAPBgNVHRMBAf8EBTAD
            AQH/MAoGCCqGSM49BAMCA0gAMEUCIEnCqpEmAbOMLMesvnbN6C2uHZeKiIr4I5nh
            k5lpC3+XAiEAhU0FFbUyYZoYwDp5U0CpZDubryUavrpTt17ScPhqGvA=
            -----END CERTIFICATE-----
            -----BEGIN CERTIFICATE-----
            MIIBYzCCAQgCFHwiKu7AdW7WOhXokE0cUGyjlIIAMAoGCCqGSM49BAMCMA8xDTAL
            BgNVBAMMBHJvb3QwIBcNMjYxMTIxMTYwNDQzWhgPMjEyNjEwMjgxNjA0NDNaMA8x
            DTALBgNVBAMMBGxlYWYwgZ8wDQYJKoZIhvcNAQEBBQADgY0AMIGJAoGBALa6Sbdr
            Awu2IvWOCO2/2lp/TdGZsbKu4Q1F+AoeJZbz6Uy1/3m0xJaI/+B9/T4LOrS6AOe5
            2bRLmbvlbvssVasMAiU2QYoycvRXr/fd2g9sl+EFvr2PKWp+czDQTlD1SB29i7ka
            QVAjJcYMKLiOslXnZJ7RKJ7eEUnOW0EtWQf7AgMBAAEwCgYIKoZIzj0EAwIDSQAw
            RgIhAJ79Cj/8lQh5SuFXuLw+V63deW1Og/FXnmknOzJqe7PQAiEAs8yjDS0jdZJb
            yVe1wIN4Mnf9IOA7OSpcHIjCpY4o5PE=
            -----END CERTIFICATE-----
            """
        let certificates = try Certificate.certificates(pem: Array(pem.utf8))
        let (root, leaf) = (try #require(certificates.first), try #require(certificates.last))
        let error = #expect(throws: CertificatePathError.self) {
            try CertificatePath.validate(leaf, intermediates: [], anchors: [root], at: 2_000_000_000)
        }
        #expect(error == .invalid("the certificate of CN=leaf: EE certificate key too weak"))
        #expect(leaf.isIssued(by: root))
    }

    @Test("A certificate with a bit changed in any byte is refused")
    func aChangedCertificate() throws {
        let root = try make("root", by: "root", isAuthority: true)
        let leaf = try make("leaf", by: "root")
        for place in leaf.der.indices {
            var changed = leaf.der
            changed[place] ^= 1
            guard let certificate = try? Certificate(der: changed) else { continue }
            let found = outcome(certificate, [], anchors: [root])
            #expect([.invalid, .untrusted].contains(found), "byte \(place)")
        }
    }

    @Test("Concurrent tasks validate a path of the same certificates")
    func threadsShareCertificates() async throws {
        let root = try make("root", by: "root", isAuthority: true)
        let leaf = try make("leaf", by: "root")
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 { group.addTask { outcome(leaf, [root], anchors: [root]) == .valid([leaf, root]) } }
            for await valid in group { #expect(valid) }
        }
    }
}
