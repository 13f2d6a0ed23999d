import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import RelyingParty

@Suite("Trust in attestation certificates")
struct TrustTests {
    private static let year: Int64 = 31_536_000
    private let root: TestAuthority
    private let intermediate: TestAuthority
    private var draft: RegistrationDraft
    private let leaf: Certificate

    init() throws {
        root = try TestAuthority("Root")
        intermediate = try TestAuthority("Intermediate", issuer: root, notAfter: 50 * Self.year)
        draft = try RegistrationDraft()
        draft.certify(by: intermediate) { $0.notBefore = 10 * Self.year }
        leaf = try Certificate(der: #require(draft.x5c?.first))
        draft.x5c?.append(intermediate.certificate.der)
    }

    private func relyingParty(
        _ anchors: TrustAnchors, year: Int64 = 20, _ change: (inout VerificationPolicy) -> Void = { _ in }
    ) -> RelyingParty {
        var policy = Expected.policy
        policy.trustAnchors = anchors
        change(&policy)
        return RelyingParty(policy: policy) { Timestamp(microseconds: year * Self.year * 1_000_000) }
    }

    // MARK: Anchors

    @Test("A root, an intermediate or the leaf may be the trust anchor")
    func anAnchorIsTheRootAnIntermediateOrTheLeaf() throws {
        for anchor in [root.certificate, intermediate.certificate, leaf] {
            let verdict = relyingParty(TrustAnchors([anchor])).verify(try draft.ceremony())
            #expect(verdict.value?.attestation.trusted == true, "\(String(describing: verdict.failure))")
            #expect(verdict.checks.last { $0.name == .attestationTrust }?.passed == true)
        }
    }

    @Test("A trust anchor is used for its attestation format only")
    func anAnchorOfAnotherFormatIsNone() throws {
        var anchors = TrustAnchors()
        anchors.add([root.certificate], for: .tpm)
        #expect(relyingParty(anchors).verify(try draft.ceremony()).failure?.code == .attestationNotTrusted)
        anchors.add([root.certificate], for: .packed)
        #expect(relyingParty(anchors).verify(try draft.ceremony()).value?.attestation.trusted == true)
    }

    @Test("A root in x5c is not a trust anchor")
    func aRootInX5CIsNoAnchor() throws {
        var draft = draft
        draft.x5c?.append(root.certificate.der)
        let other = try TestAuthority("Root", seed: "another key")
        for anchors in [TrustAnchors(), TrustAnchors([other.certificate])] {
            #expect(relyingParty(anchors).verify(try draft.ceremony()).failure?.code == .attestationNotTrusted)
        }
        #expect(
            relyingParty(TrustAnchors([root.certificate])).verify(try draft.ceremony()).value?.attestation.trusted
                == true)
    }

    @Test("A missing intermediate breaks the chain, even if an earlier ceremony had it")
    func aMissingIntermediateBreaksTheChain() throws {
        var draft = draft
        draft.x5c?.removeLast()
        let relyingParty = relyingParty(TrustAnchors([root.certificate]))
        #expect(relyingParty.verify(try draft.ceremony()).failure?.code == .attestationNotTrusted)
        // An intermediate sent earlier does not help either.
        #expect(relyingParty.verify(try self.draft.ceremony()).isValid)
        #expect(relyingParty.verify(try draft.ceremony()).failure?.code == .attestationNotTrusted)
    }

    @Test("Trust anchors are read from PEM or DER, and other files are refused")
    func anchorsAreReadFromPEMAndDER() throws {
        let pem = try "Roots of today\n" + root.certificate.pem() + intermediate.certificate.pem()
        var anchors = TrustAnchors()
        try anchors.add(pemOrDER: Array(pem.utf8))
        try anchors.add(pemOrDER: leaf.der, for: .tpm)
        #expect(anchors[.packed] == [root.certificate, intermediate.certificate])
        #expect(anchors[.tpm] == [root.certificate, intermediate.certificate, leaf])
        for file in [[], Array("none".utf8), [0x30, 0x00], leaf.der + [0]] as [[UInt8]] {
            #expect(throws: CryptoError.self) { try anchors.add(pemOrDER: file) }
        }
    }

    @Test("A failure message escapes and truncates the certificate's subject")
    func theMessageIsALineOfSomeLength() throws {
        var draft = draft
        draft.certify {
            $0.subject.entries.append(.init(.commonName, "\u{202E}" + String(repeating: "x", count: 10_000)))
        }
        let verdict = relyingParty(TrustAnchors([root.certificate])).verify(try draft.ceremony())
        let message = try #require(verdict.failure?.message)
        #expect(verdict.failure?.code == .attestationNotTrusted)
        #expect(!message.unicodeScalars.contains("\u{202E}"))
        #expect(message.count < 500)
    }

    // MARK: Policy

    @Test("Without anchors, certificates are untrusted and a bad signature is still refused")
    func withoutAnchorsNothingIsTrusted() throws {
        var draft = draft
        let relyingParty = relyingParty(TrustAnchors()) { $0.untrustedAttestation = .report }
        let verdict = relyingParty.verify(try draft.ceremony())
        #expect(
            verdict.value?.attestation
                == AttestationResult(format: .packed, type: .basic, aaguid: .zero, trusted: false))
        // There was no anchor.
        #expect(!verdict.checks.map(\.name).contains(.attestationTrust))
        // Faulty statements stay refused.
        draft.attestationKey = nil
        #expect(relyingParty.verify(try draft.ceremony()).failure?.code == .badAttestationSignature)
    }

    @Test("A chain without an anchor is reported if the policy says so")
    func whatLeadsNowhereMayBeReported() throws {
        let other = try TestAuthority("Another root")
        let relyingParty = relyingParty(TrustAnchors([other.certificate])) { $0.untrustedAttestation = .report }
        let verdict = relyingParty.verify(try draft.ceremony())
        #expect(verdict.value?.attestation.trusted == false)
        #expect(verdict.checks.filter { !$0.passed }.map(\.name) == [.attestationTrust])
    }

    @Test("Attestation without certificates is valid without an anchor, but not trusted")
    func whatHasNoCertificatesNeedsNoAnchor() throws {
        for format in [AttestationFormat.none, .packed] {
            let verdict = relyingParty(TrustAnchors([root.certificate]))
                .verify(try RegistrationDraft(format: format).ceremony())
            #expect(verdict.value?.attestation.trusted == false)
            #expect(!verdict.checks.map(\.name).contains(.attestationTrust))
        }
    }

    // MARK: Time

    @Test(
        "All certificates of a chain must be valid at the time of verification",
        arguments: [(9, false), (11, true), (49, true), (51, false)] as [(Int64, Bool)])
    func allCertificatesAreValidAtTheTime(_ year: Int64, _ isValid: Bool) throws {
        let anchors = TrustAnchors([root.certificate])
        let verdict = relyingParty(anchors, year: year).verify(try draft.ceremony())
        #expect(verdict.failure?.code == (isValid ? nil : VerdictCode.attestationCertificateExpired))
        // The policy's time takes precedence over the clock's.
        let fixed = relyingParty(anchors, year: year) { $0.time = Timestamp(microseconds: 60 * Self.year * 1_000_000) }
        #expect(fixed.verify(try draft.ceremony()).failure?.code == .attestationCertificateExpired)
    }

    // MARK: The cache

    @Test("A cached chain is refused once its certificates have expired")
    func aKnownChainIsJudgedByTheTimeAnew() throws {
        var relyingParty = relyingParty(TrustAnchors([root.certificate]))
        for _ in 0..<2 { #expect(relyingParty.verify(try draft.ceremony()).value?.attestation.trusted == true) }
        #expect(relyingParty.chains.count == 1)
        relyingParty.policy.time = Timestamp(microseconds: 51 * Self.year * 1_000_000)
        #expect(relyingParty.verify(try draft.ceremony()).failure?.code == .attestationCertificateExpired)
        #expect(relyingParty.chains.count == 1)
    }

    @Test("A cached chain is used for its own anchors and format only")
    func aKnownChainIsOfItsAnchorsAlone() throws {
        var relyingParty = relyingParty(TrustAnchors([root.certificate]))
        #expect(relyingParty.verify(try draft.ceremony()).isValid)
        relyingParty.policy.trustAnchors = TrustAnchors([try TestAuthority("Another root").certificate])
        #expect(relyingParty.verify(try draft.ceremony()).failure?.code == .attestationNotTrusted)
        // The same certificate for another format.
        relyingParty.policy.trustAnchors = TrustAnchors()
        relyingParty.policy.trustAnchors.add([root.certificate], for: .tpm)
        #expect(relyingParty.verify(try draft.ceremony()).failure?.code == .attestationNotTrusted)
        // Untrusted chains are not cached.
        #expect(relyingParty.chains.count == 1)
    }

    @Test("Certificates of trusted chains are parsed once, and those of untrusted chains are not kept")
    func certificatesOfTrustedChainsAreReadOnce() throws {
        let (known, unknown) = (relyingParty(TrustAnchors([root.certificate])), relyingParty(TrustAnchors()))
        #expect(known.chains.certificate(der: leaf.der) == nil)
        #expect(known.verify(try draft.ceremony()).isValid)
        let first = try #require(known.chains.certificate(der: leaf.der))
        #expect(known.verify(try draft.ceremony()).isValid)
        #expect(known.chains.certificate(der: leaf.der) === first)
        // A certificate of an untrusted chain is not cached.
        #expect(!unknown.verify(try draft.ceremony()).isValid)
        #expect(unknown.chains.certificate(der: leaf.der) == nil)
    }

    @Test("A chain with an unused certificate in x5c is trusted but not cached")
    func aChainWithCertificatesOfNoUseTakesNoPlace() throws {
        var draft = draft
        let other = try TestAuthority("Other").certificate
        draft.x5c?.append(other.der)
        let relyingParty = relyingParty(TrustAnchors([root.certificate]))
        #expect(relyingParty.verify(try draft.ceremony()).value?.attestation.trusted == true)
        #expect(relyingParty.chains.count == 0)
        #expect(relyingParty.chains.certificate(der: other.der) == nil)
    }

    @Test("32 concurrent verifications trust a chain and cache it once")
    func chainsMayBeJudgedAtOnce() async throws {
        let relyingParty = relyingParty(TrustAnchors([root.certificate]))
        let ceremony = try draft.ceremony()
        let trusted = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<32 {
                group.addTask { relyingParty.verify(ceremony).value?.attestation.trusted == true }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(trusted == 32)
        #expect(relyingParty.chains.count == 1)
    }

    @Test("The chain cache is bounded and keeps the entries in use")
    func theCacheIsBoundedAndKeepsWhatIsUsed() {
        let cache = ChainCache(capacity: 8)
        cache.insert(1...2, for: [0])
        for number in 1...200 {
            cache.insert(Int64(number)...Int64(number), for: [UInt8(number)])
            #expect(cache.count <= 16)
            #expect(cache.validity([0]) == 1...2)
        }
        // The last eight are cached, and the first ones are not.
        for number in UInt8(193)...200 { #expect(cache.validity([number]) == Int64(number)...Int64(number)) }
        #expect(cache.validity([1]) == nil)
    }
}
