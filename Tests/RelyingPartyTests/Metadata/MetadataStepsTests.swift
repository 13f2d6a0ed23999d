import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@testable import RelyingParty

@Suite("Metadata of an authenticator")
struct MetadataStepsTests {
    private static let maker = Result { try MetadataMaker() }

    /// A root, an intermediate and the attestation certificate of a model, and an unrelated root.
    private struct Chain {
        let root, intermediate, leaf, stranger: Certificate

        init(firmware: Int? = nil, aaguid: AAGUID? = nil) throws {
            func pair(_ name: String) throws -> KeyPair {
                try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "metadata \(name)"))
            }
            func certificate(
                _ name: String, by issuer: String, _ change: (inout CertificateBuilder) -> Void = { _ in }
            ) throws -> Certificate {
                var builder = MetadataMaker.builder(name, try pair(name).publicKey, isAuthority: true)
                builder.issuer = DistinguishedName([.init(.commonName, issuer)])
                // Without a path length limit.
                builder.extensions = [
                    .init(identifier: "2.5.29.19", isCritical: true, value: [0x30, 0x03, 0x01, 0x01, 0xFF])
                ]
                change(&builder)
                return try builder.signed(by: SigningKey(pair(issuer), deterministic: true))
            }
            root = try certificate("root", by: "root")
            intermediate = try certificate("intermediate", by: "root")
            leaf = try certificate("leaf", by: "intermediate") { builder in
                builder.extensions = [.basicConstraints(isAuthority: false)]
                if let firmware {
                    builder.extensions.append(
                        .init(identifier: "1.3.6.1.4.1.45724.1.1.5", value: [0x02, 0x01, UInt8(firmware)]))
                }
                if let aaguid {
                    builder.extensions.append(
                        .init(identifier: "1.3.6.1.4.1.45724.1.1.4", value: DER.octetString(aaguid.bytes)))
                }
            }
            stranger = try certificate("stranger", by: "stranger")
        }
    }

    private static let aaguid = AAGUID(hex(MetadataEntryDraft.aaguid.filter { $0 != "-" })) ?? .zero

    private func verify(
        _ metadata: MetadataBLOB?, aaguid: AAGUID = aaguid, format: AttestationFormat = .packed,
        trustPath: [Certificate] = [], userVerification: Bool = true, minimum: Int? = nil,
        anchors: TrustAnchors = .init(), time: Timestamp = MetadataMaker.time
    ) throws -> Verdict<[Certificate]> {
        let draft = try RegistrationDraft()
        var data = draft.data
        let attested = AttestedCredentialData(
            aaguid: aaguid, credentialID: draft.credential.id, credentialPublicKey: draft.credential.publicKey.encoded)
        data.attestedCredentialData = attested
        let input = AttestationInput(
            authenticatorData: data.encoded, clientDataHash: Digest.sha256(""), data: data, attested: attested,
            publicKey: draft.credential.publicKey, credentialKey: try draft.credential.publicKey.verifyingKey(),
            time: time)
        let conclusion = AttestationConclusion(
            format: format, type: trustPath.isEmpty ? .`self` : .basic, trustPath: trustPath)
        let policy = VerificationPolicy.expected {
            $0.metadata = metadata
            $0.minimumMetadataNumber = minimum
            $0.trustAnchors = anchors
        }
        return Verification.run(.registration, policy: policy) { (verification) throws(VerificationFailure) in
            try verification.verifyMetadata(for: conclusion, input: input, userVerification: userVerification)
        }
    }

    /// Returns the code for a model with these reports.
    private func code(
        _ reports: JSON..., trustPath: [Certificate] = [], anchors: [Certificate] = [], userVerification: Bool = true
    ) throws -> VerdictCode? {
        var draft = MetadataEntryDraft(anchors: anchors)
        draft.members["statusReports"] = .array(reports)
        let verdict = try verify(
            Self.maker.get().blob(draft.json), trustPath: trustPath, userVerification: userVerification)
        #expect(verdict.checks.map(\.name) == [.metadata, .authenticatorStatus])
        return verdict.failure?.code
    }

    @Test("Without metadata, no model status is checked")
    func none() throws {
        let verdict = try verify(nil, minimum: 100)
        #expect(verdict.value == [])
        #expect(verdict.checks.isEmpty)
    }

    @Test("An unlisted authenticator has no additional anchors")
    func unlisted() throws {
        let maker = try Self.maker.get()
        let verdict = try verify(maker.blob(MetadataEntryDraft(anchors: [maker.root]).json), aaguid: .zero)
        #expect(verdict.value == [])
        #expect(verdict.checks.map(\.name) == [.metadata])
    }

    @Test("The anchors are only those of the authenticator")
    func anchors() throws {
        let (maker, chain) = (try Self.maker.get(), try Chain())
        var other = MetadataEntryDraft(anchors: [chain.stranger])
        other.members["aaguid"] = "00112233-4455-6677-8899-aabbccddee00"
        let verdict = try verify(maker.blob(other.json, MetadataEntryDraft(anchors: [chain.leaf]).json))
        #expect(verdict.value == [chain.leaf])
        #expect(verdict.checks.allSatisfy { $0.passed })
    }

    @Test("Metadata is current through the day of nextUpdate, in UTC")
    func nextUpdate() throws {
        let blob = try Self.maker.get().blob()
        let last = try #require(Timestamp("2026-04-01T23:59:59.999999Z"))
        #expect(try verify(blob, time: last).isValid)
        let next = try #require(Timestamp("2026-04-02T00:00:00Z"))
        #expect(try verify(blob, time: next).failure?.code == .metadataOutdated)
    }

    @Test("Metadata with a lower number than before is refused")
    func number() throws {
        let blob = try Self.maker.get().blob()
        #expect(try verify(blob, minimum: 7).isValid)
        #expect(try verify(blob, minimum: 8).failure?.code == .metadataRolledBack)
    }

    @Test(
        "Each status has its code",
        arguments: [
            ("REVOKED", .authenticatorRevoked), ("ATTESTATION_KEY_COMPROMISE", .authenticatorCompromised),
            ("USER_KEY_REMOTE_COMPROMISE", .authenticatorCompromised),
            ("USER_KEY_PHYSICAL_COMPROMISE", .authenticatorCompromised),
            ("USER_VERIFICATION_BYPASS", .userVerificationBypassed), ("UPDATE_AVAILABLE", nil),
            ("NOT_FIDO_CERTIFIED", nil), ("A_STATUS_OF_TOMORROW", nil),
        ] as [(String, VerdictCode?)])
    func status(_ status: String, _ expected: VerdictCode?) throws {
        #expect(try code(.report(status)) == expected)
        #expect(try code(.report("FIDO_CERTIFIED"), .report(status, from: "2026-03-15")) == expected)
        // Not yet.
        #expect(try code(.report(status, from: "2026-03-16")) == nil)
    }

    @Test("A reported bypass is refused if verification is required, and the gravest report is named")
    func severity() throws {
        #expect(try code(.report("USER_VERIFICATION_BYPASS"), userVerification: false) == nil)
        #expect(
            try code(
                .report("USER_VERIFICATION_BYPASS"), .report("USER_KEY_REMOTE_COMPROMISE"), .report("REVOKED"))
                == .authenticatorRevoked)
        #expect(
            try code(.report("USER_VERIFICATION_BYPASS"), .report("USER_KEY_REMOTE_COMPROMISE"))
                == .authenticatorCompromised)
    }

    @Test("A report with a certificate applies to the chains that contain it")
    func certificate() throws {
        let chain = try Chain()
        let path = [chain.leaf, chain.intermediate]
        func code(_ certificate: Certificate, _ trustPath: [Certificate], anchors: [Certificate] = []) throws
            -> VerdictCode?
        {
            try self.code(
                .report("ATTESTATION_KEY_COMPROMISE", of: certificate), trustPath: trustPath, anchors: anchors)
        }
        #expect(try code(chain.leaf, path) == .authenticatorCompromised)
        #expect(try code(chain.intermediate, path) == .authenticatorCompromised)
        // Not in x5c, but above it.
        #expect(try code(chain.root, path) == .authenticatorCompromised)
        #expect(try code(chain.root, [chain.leaf], anchors: [chain.intermediate]) == .authenticatorCompromised)
        #expect(try code(chain.stranger, path) == nil)
        #expect(try code(chain.root, []) == nil)
        // With the other valid signature it is a different certificate, and as good.
        let twin = try Self.twin(of: chain.leaf)
        #expect(twin.isIssued(by: chain.intermediate) && twin != chain.leaf)
        #expect(try code(chain.leaf, [twin, chain.intermediate]) == .authenticatorCompromised)
        // A revoked model is revoked as a whole.
        #expect(try self.code(.report("REVOKED", of: chain.stranger), trustPath: path) == .authenticatorRevoked)
    }

    @Test("A compromised attestation key is refused for every model")
    func compromisedKey() throws {
        let chain = try Chain()
        func code(_ status: String, of certificate: Certificate, format: AttestationFormat = .packed) throws
            -> VerdictCode?
        {
            let draft = MetadataEntryDraft(statusReports: .report(status, from: "2026-03-15", of: certificate))
            func verdict(_ time: Timestamp) throws -> Verdict<[Certificate]> {
                try verify(
                    Self.maker.get().blob(draft.json), aaguid: .zero, format: format,
                    trustPath: [chain.leaf, chain.intermediate], time: time)
            }
            let before = try verdict(#require(Timestamp("2026-03-14T23:59:59Z")))
            #expect(before.isValid)
            return try verdict(MetadataMaker.time).failure?.code
        }
        for format in [.packed, .fidoU2F] as [AttestationFormat] {
            #expect(
                try code("ATTESTATION_KEY_COMPROMISE", of: chain.leaf, format: format) == .authenticatorCompromised)
        }
        // Another model may share the authority, and this model's user keys are its own.
        #expect(try code("ATTESTATION_KEY_COMPROMISE", of: chain.intermediate) == nil)
        #expect(try code("USER_KEY_REMOTE_COMPROMISE", of: chain.leaf) == nil)
    }

    /// The certificate with n - s in place of its ECDSA signature's s, which anybody can compute.
    private static func twin(of certificate: Certificate) throws -> Certificate {
        var reader = DERReader(certificate.der)
        var members = try reader.sequence()
        let (content, algorithm) = (try members.element().encoded, try members.element().encoded)
        var signature = try #require(
            try ECDSASignature.concatenated(der: Array(members.element().content.dropFirst()), curve: .p256))
        let order = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        var borrow = 0
        for index in order.indices.reversed() {
            let difference = Int(order[index]) - Int(signature[32 + index]) - borrow
            borrow = difference < 0 ? 1 : 0
            signature[32 + index] = UInt8(difference + borrow << 8)
        }
        let der = try #require(ECDSASignature.der(concatenated: signature, curve: .p256))
        return try Certificate(der: DER.sequence(Array(content), Array(algorithm), DER.bitString(der)))
    }

    @Test("Newer firmware clears reports that it fixes")
    func update() throws {
        func code(_ status: String, firmware: Int?, _ version: Int? = 5, from date: String? = "2025-06-01") throws
            -> VerdictCode?
        {
            try self.code(
                .report("UPDATE_AVAILABLE", from: date, version: version), .report(status, from: "2025-05-01"),
                trustPath: [try Chain(firmware: firmware).leaf])
        }
        for status in ["USER_VERIFICATION_BYPASS", "USER_KEY_REMOTE_COMPROMISE", "USER_KEY_PHYSICAL_COMPROMISE"] {
            #expect(try code(status, firmware: 5) == nil)
            #expect(try code(status, firmware: 4) != nil)
            #expect(try code(status, firmware: nil) != nil)
            #expect(try code(status, firmware: 5, nil) != nil)
            // Before the report, in the future, and without a date.
            #expect(try code(status, firmware: 5, from: "2025-04-30") != nil)
            #expect(try code(status, firmware: 5, from: "2026-03-16") != nil)
            #expect(try code(status, firmware: 5, from: nil) != nil)
        }
        #expect(try code("REVOKED", firmware: 5) == .authenticatorRevoked)
        #expect(try code("ATTESTATION_KEY_COMPROMISE", firmware: 5) == .authenticatorCompromised)
    }

    @Test("A statement whose version did not increase with an update gives no anchors")
    func outdatedStatement() throws {
        let maker = try Self.maker.get()
        for (version, expected) in [(5, [maker.root]), (6, [])] {
            let draft = MetadataEntryDraft(
                anchors: [maker.root], statusReports: .report("UPDATE_AVAILABLE", version: version))
            #expect(try verify(maker.blob(draft.json)).value == expected)
        }
    }

    @Test("U2F models are found by the key of the attestation certificate")
    func u2f() throws {
        let (maker, chain) = (try Self.maker.get(), try Chain())
        // The BIT STRING contains X9.62's uncompressed point.
        guard case .ec(_, let x, let y) = try chain.leaf.publicKey() else {
            Issue.record("another type of key")
            return
        }
        var draft = MetadataEntryDraft(anchors: [chain.leaf], statusReports: .report("REVOKED"))
        draft.members["aaguid"] = nil
        draft.members["attestationCertificateKeyIdentifiers"] = [
            .string(Hex.encode(Digest.hash(.sha1, [4] + x + y)))
        ]
        let blob = try maker.blob(draft.json)
        func code(_ format: AttestationFormat, _ trustPath: [Certificate]) throws -> VerdictCode? {
            try verify(blob, aaguid: .zero, format: format, trustPath: trustPath).failure?.code
        }
        #expect(try code(.fidoU2F, [chain.leaf]) == .authenticatorRevoked)
        #expect(try code(.fidoU2F, [chain.stranger]) == nil)
        #expect(try code(.packed, [chain.leaf]) == nil)
    }

    @Test("A U2F key whose certificate names a FIDO2 model belongs to that model")
    func u2fOfAModel() throws {
        let draft = MetadataEntryDraft(statusReports: .report("REVOKED"))
        func code(_ aaguid: AAGUID) throws -> VerdictCode? {
            try verify(
                Self.maker.get().blob(draft.json), aaguid: .zero, format: .fidoU2F,
                trustPath: [Chain(aaguid: aaguid).leaf]
            ).failure?.code
        }
        #expect(try code(Self.aaguid) == .authenticatorRevoked)
        #expect(try code(.zero) == nil)
    }
}
