import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

@testable import RelyingParty

@Suite("TPM attestation") struct TPMTests {
    @Test(
        "TPM attestation verifies for EC and RSA keys of credential and TPM",
        arguments: [
            (COSEAlgorithm.es256, COSEAlgorithm.es256, KeyType.ec(.p256)), (.es384, .es256, .ec(.p256)),
            (.es512, .es384, .ec(.p384)), (.rs256, .rs256, .rsa(bits: 2048)), (.es256, .ps256, .rsa(bits: 2048)),
        ])
    func isVerified(_ credential: COSEAlgorithm, _ algorithm: COSEAlgorithm, _ type: KeyType) throws {
        let draft = TPMDraft(credential: credential, algorithm: algorithm, signer: type)
        let verdict = try draft.verdict()
        let conclusion = try #require(verdict.value?.first, "\(String(describing: verdict.failure))")
        #expect(conclusion.format == .tpm && conclusion.type == .attca)
        #expect(try conclusion.trustPath.first?.publicKey() == draft.draft().certificate.publicKey)
        #expect(
            verdict.names == [
                .attestationStatement, .attestationKey, .attestationAlgorithm, .attestationNonce,
                .attestationCertificate, .attestationSignature, .tpmVendor, .attestationAAGUID,
            ])
    }

    @Test("Ignored fields may have any value")
    func ignoredFields() throws {
        var draft = TPMDraft()
        draft.changeAttest = {
            $0.qualifiedSigner = []
            $0.qualifiedName = [1]
            $0.firmwareVersion = 0
            $0.clockInfo = .init(clock: .max, resetCount: 0, restartCount: .max, safe: 0x33)
        }
        draft.changeArea = {
            $0.objectAttributes = 0
            $0.authPolicy = [1, 2, 3]
        }
        #expect(try draft.verdict().isValid)
    }

    @Test("A key bound to the credential's algorithm, with a Name by another hash function, is accepted")
    func boundKey() throws {
        var draft = TPMDraft(credential: .rs256)
        draft.changeArea = {
            $0.changeRSA { $0 = (TPMScheme(.rsassa, hash: .sha256), $0.keyBits, 65537, $0.modulus) }
            $0.nameAlgorithm = .sha384
        }
        #expect(try draft.verdict().isValid)
    }

    @Test("A certificate may lack the AAGUID, have key usage and a noncritical alternative name")
    func optionalExtensions() throws {
        var draft = TPMDraft()
        draft.change = { draft in
            draft.certificate.extensions.remove("1.3.6.1.4.1.45724.1.1.4")
            draft.certificate.extensions.replace(try? .tpmName(isCritical: false))
            draft.certificate.extensions.append(draft.keyUsage)
        }
        #expect(try draft.verdict().isValid)
    }

    @Test("An unregistered manufacturer is accepted if the policy allows it")
    func otherVendors() throws {
        var draft = TPMDraft()
        draft.change = { $0.certificate.extensions.replace(try? .tpmName("id:FFFFF1D0")) }
        let verdict = try draft.verdict()
        #expect(verdict.failure?.code == .tpmVendorNotRegistered)
        #expect(verdict.checks.last?.name == .tpmVendor)
        #expect(try draft.verdict(.expected { $0.tpmVendors = .any }).isValid)
    }

    @Test("SHA-1 is accepted if the policy allows it")
    func sha1() throws {
        let draft = TPMDraft(algorithm: .rs1, signer: .rsa(bits: 2048))
        #expect(try draft.verdict(.expected { $0.allowRS1 = true }).isValid)
        let verdict = try draft.verdict()
        #expect(verdict.failure?.code == .attestationAlgorithmNotAllowed)
        #expect(verdict.checks.last?.name == .attestationAlgorithm)
    }

    static let statementFaults: [Fault<TPMDraft>] = [
        .init("signature of another key", .badAttestationSignature) {
            $0.change = { $0.signer = try? FormatDraft.pair("other").0 }
        },
        .init("another certInfo than was signed", .badAttestationSignature) {
            $0.changeStatement = { $0.certInfo[$0.certInfo.count - 1] ^= 1 }
        },
        .init("a cut signature", .badAttestationSignature) { $0.changeStatement = { $0.signature.removeLast() } },
        .init("a TPMT_SIGNATURE", .badAttestationSignature) {
            // TPM_ALG_ECDSA, TPM_ALG_SHA256.
            $0.changeStatement = { $0.signature = [0x00, 0x18, 0x00, 0x0B] + $0.signature }
        },
        .init("other client data", .attestationNonceMismatch) {
            $0.change = { $0.seenHash = Digest.sha256("other") }
        },
        .init("other authenticator data", .attestationNonceMismatch) {
            $0.change = {
                $0.seenData = $0.data
                $0.seenData?.signCount += 1
            }
        },
        .init("a changed extraData", .attestationNonceMismatch) { $0.changeAttest = { $0.extraData[31] ^= 1 } },
        .init("no extraData", .attestationNonceMismatch) { $0.changeAttest = { $0.extraData = [] } },
        .init("another key's Name", .attestationKeyMismatch) { $0.changeAttest = { $0.name[5] ^= 1 } },
        .init("a Name without its algorithm", .attestationKeyMismatch) { $0.changeAttest = { $0.name.removeFirst(2) } },
        .init("a Name by an unknown hash function", .attestationKeyMismatch) {
            $0.changeArea = { $0.nameAlgorithm = .null }
        },
        .init("another key in pubArea", .attestationKeyMismatch) {
            $0.changeArea = { $0.changeECC { $0 = ($0.scheme, $0.curve, $0.y, $0.x) } }
        },
        .init("another curve in pubArea", .attestationKeyMismatch) {
            $0.changeArea = { $0.changeECC { $0.curve = .nistP384 } }
        },
        .init("a curve that is not known", .attestationKeyMismatch) {
            $0.changeArea = { $0.changeECC { $0.curve = TPMCurve(rawValue: 0x20) } }
        },
        .init("a key bound to another scheme", .attestationKeyMismatch) {
            $0.changeArea = { $0.changeECC { $0.scheme = TPMScheme(.ecdsa, hash: .sha384) } }
        },
        .init("another exponent in pubArea", .attestationKeyMismatch) {
            $0.credential = .rs256
            $0.changeArea = { $0.changeRSA { $0.exponent = 3 } }
        },
        .init("another modulus in pubArea", .attestationKeyMismatch) {
            $0.credential = .rs256
            $0.changeArea = { $0.changeRSA { $0.modulus[100] ^= 1 } }
        },
        .init("keyBits that are not the modulus'", .attestationKeyMismatch) {
            $0.credential = .rs256
            $0.changeArea = { $0.changeRSA { $0.keyBits = 1024 } }
        },
        .init("an RSA key bound to another scheme", .attestationKeyMismatch) {
            $0.credential = .rs256
            $0.changeArea = { $0.changeRSA { $0.scheme = TPMScheme(.rsapss, hash: .sha256) } }
        },
        .init("bytes after pubArea", .malformedAttestationStatement) { $0.changeStatement = { $0.pubArea.append(0) } },
        .init("a cut pubArea", .malformedAttestationStatement) { $0.changeStatement = { $0.pubArea.removeLast() } },
        .init("bytes after certInfo", .malformedAttestationStatement) { $0.changeCertInfo = { $0.append(0) } },
        .init("a cut certInfo", .malformedAttestationStatement) { $0.changeCertInfo = { $0.removeLast() } },
        .init("another magic", .malformedAttestationStatement) { $0.changeCertInfo = { $0[0] ^= 1 } },
        .init("a quote", .malformedAttestationStatement) { $0.changeCertInfo = { $0[5] = 0x18 } },
        .init("alg by another hash function", .attestationNonceMismatch) { $0.change = { $0.algorithm = .es384 } },
        .init("alg of another key type", .attestationAlgorithmMismatch) { $0.change = { $0.algorithm = .rs256 } },
        .init("alg by which no TPM signs", .algorithmUnsupported) { $0.change = { $0.algorithm = .edDSA } },
        .init("alg that is not known", .algorithmUnsupported) {
            $0.change = { $0.algorithm = COSEAlgorithm(rawValue: -1) }
        },
        .init("a certificate that is none", .malformedAttestationStatement) {
            $0.changeStatement = { $0.x5c = [[0x30, 0x00]] }
        },
    ]

    static let certificateFaults: [Fault<TPMDraft>] = [
        .init("a subject", .attestationCertificateInvalid) {
            $0.change = { $0.certificate.subject = DistinguishedName([.init(.commonName, "TPM")]) }
        },
        .init("an authority", .attestationCertificateInvalid) {
            $0.change = { $0.certificate.extensions.replace(.basicConstraints(isAuthority: true)) }
        },
        .init("no basic constraints", .attestationCertificateInvalid) {
            $0.change = { $0.certificate.extensions.remove("2.5.29.19") }
        },
        .init("no extended key usage", .attestationCertificateInvalid) {
            $0.change = { $0.certificate.extensions.remove("2.5.29.37") }
        },
        .init("another purpose", .attestationCertificateInvalid) {
            $0.change = { $0.certificate.extensions.replace(try? .tpmPurpose("2.23.133.8.1")) }
        },
        .init("an extended key usage that cannot be read", .attestationCertificateInvalid) {
            $0.change = { $0.certificate.extensions.replace(.test("2.5.29.37", [0x05, 0x00])) }
        },
        .init("no subject alternative name", .attestationCertificateInvalid) {
            $0.change = { $0.certificate.extensions.remove("2.5.29.17") }
        },
        .init("a subject alternative name twice", .attestationCertificateInvalid) {
            $0.change = { draft in
                if let name = try? CertificateExtension.tpmName() { draft.certificate.extensions.append(name) }
            }
        },
        .init("no manufacturer", .attestationCertificateInvalid) {
            $0.change = { $0.certificate.extensions.replace(try? .tpmName(nil)) }
        },
        .init("no model", .attestationCertificateInvalid) {
            $0.change = { $0.certificate.extensions.replace(try? .tpmName(model: nil)) }
        },
        .init("an empty version", .attestationCertificateInvalid) {
            $0.change = { $0.certificate.extensions.replace(try? .tpmName(version: "")) }
        },
        .init("a manufacturer in another form", .tpmVendorNotRegistered) {
            $0.change = { $0.certificate.extensions.replace(try? .tpmName("INTC")) }
        },
        .init("another model's AAGUID", .attestationAAGUIDMismatch) {
            $0.change = { $0.certificate.extensions.replace(.aaguid(.zero)) }
        },
        .init("a critical AAGUID", .attestationCertificateInvalid) {
            $0.change = { $0.certificate.extensions.replace(.aaguid(isCritical: true)) }
        },
        .init("key usage without digitalSignature", .attestationCertificateInvalid) {
            $0.change = { $0.certificate.extensions.append(.certificateSigning) }
        },
    ]

    @Test(
        "A TPM statement with one fault is refused with the fault's code",
        arguments: statementFaults + certificateFaults)
    func isRefused(_ fault: Fault<TPMDraft>) throws {
        var draft = TPMDraft()
        fault.apply(&draft)
        fault.expect(try draft.verdict(fault.policy))
    }
}

extension TPMPublicArea {
    fileprivate typealias RSA = (scheme: TPMScheme, keyBits: UInt16, exponent: UInt32, modulus: [UInt8])
    fileprivate typealias ECC = (scheme: TPMScheme, curve: TPMCurve, x: [UInt8], y: [UInt8])

    fileprivate mutating func changeRSA(_ change: (inout RSA) -> Void) {
        guard case .rsa(let scheme, let keyBits, let exponent, let modulus) = key else { return }
        var rsa: RSA = (scheme, keyBits, exponent, modulus)
        change(&rsa)
        key = .rsa(scheme: rsa.scheme, keyBits: rsa.keyBits, exponent: rsa.exponent, modulus: rsa.modulus)
    }

    fileprivate mutating func changeECC(_ change: (inout ECC) -> Void) {
        guard case .ecc(let scheme, let curve, let kdf, let x, let y) = key else { return }
        var ecc: ECC = (scheme, curve, x, y)
        change(&ecc)
        key = .ecc(scheme: ecc.scheme, curve: ecc.curve, kdf: kdf, x: ecc.x, y: ecc.y)
    }
}
