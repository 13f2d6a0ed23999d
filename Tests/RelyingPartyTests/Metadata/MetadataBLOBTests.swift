import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@testable import RelyingParty

@Suite("Metadata BLOB")
struct MetadataBLOBTests {
    private func read(
        _ jws: [UInt8], roots: [Certificate], signer: String? = MetadataBLOB.serviceName,
        time: Timestamp = MetadataMaker.time
    ) throws(MetadataError) -> MetadataBLOB {
        try MetadataBLOB(jws: jws, roots: roots, signer: signer, time: time)
    }

    @Test("A BLOB signed by the service is read", arguments: [COSEAlgorithm.es256, .rs256])
    func valid(_ algorithm: COSEAlgorithm) throws {
        let maker = try MetadataMaker(algorithm)
        let draft = MetadataEntryDraft(anchors: [maker.root])
        let jws = try maker.jws(.object(MetadataMaker.payload([draft.json])))
        let blob = try read(jws, roots: [maker.root])
        #expect(blob.number == 7)
        #expect(blob.nextUpdate.description == "2026-04-01")
        #expect(blob.legalHeader == "Example terms")
        let aaguid = try #require(AAGUID(hex("00112233445566778899aabbccddeeff")))
        let entry = try #require(blob.entries(for: aaguid).first)
        #expect(blob.entries == [entry])
        #expect(entry.statement?.description == "Example key")
        #expect(entry.statement?.attestationRootCertificates == [maker.root])
        #expect(entry.statusReports.map(\.status.rawValue) == ["FIDO_CERTIFIED_L1"])
        #expect(entry.timeOfLastStatusChange.description == "2024-02-29")
        #expect(blob.entries(for: .zero).isEmpty)
        #expect(try read(jws + [0x0A], roots: [maker.root]) == blob)
    }

    @Test("The signer's own certificate can be the root")
    func signerAsRoot() throws {
        let maker = try MetadataMaker()
        let jws = try maker.jws(.object(MetadataMaker.payload([])))
        #expect(try read(jws, roots: [maker.signer]).entries.isEmpty)
    }

    @Test("Wrapped certificates, unknown members and UAF entries are accepted")
    func tolerated() throws {
        let maker = try MetadataMaker()
        var draft = MetadataEntryDraft()
        let text = Base64.encode(maker.root.der)
        draft.statement["attestationRootCertificates"] = [.string("\(text.prefix(64))\n \(text.dropFirst(64))\r\n")]
        let identifier = String(repeating: "ab", count: 20)
        var u2f = MetadataEntryDraft()
        u2f.members["aaguid"] = nil
        u2f.members["attestationCertificateKeyIdentifiers"] = [.string(identifier)]
        let blob = try maker.blob(["aaid": "1234#5678", "statusReports": 5], draft.json, u2f.json, u2f.json)
        #expect(blob.entries.count == 3)
        #expect(blob.entries[0].statement?.attestationRootCertificates == [maker.root])
        #expect(blob.entries(forKeyIdentifiers: [hex(identifier), hex(identifier)]).count == 2)
        #expect(blob.entries(forKeyIdentifiers: []).isEmpty)
    }

    @Test("Metadata signed by another signer than the expected one is refused")
    func otherSigner() throws {
        let maker = try MetadataMaker { $0.subject = DistinguishedName([.init(.commonName, "www.example.org")]) }
        let jws = try maker.jws(.object(MetadataMaker.payload([])))
        #expect(throws: MetadataError.otherSigner("www.example.org")) { try read(jws, roots: [maker.root]) }
        #expect(try read(jws, roots: [maker.root], signer: "www.example.org").number == 7)
        #expect(try read(jws, roots: [maker.root], signer: nil).number == 7)
    }

    @Test("Certificates without a valid path to a root are refused")
    func path() throws {
        let maker = try MetadataMaker {
            $0.notBefore = 1_700_000_000
            $0.notAfter = 1_800_000_000
        }
        let jws = try maker.jws(.object(MetadataMaker.payload([])))
        func failure(_ roots: [Certificate], _ seconds: Int64) -> CertificatePathError? {
            do throws(MetadataError) {
                _ = try read(jws, roots: roots, time: Timestamp(microseconds: seconds * 1_000_000))
                return nil
            } catch {
                guard case .path(let error) = error else { return nil }
                return error
            }
        }
        guard case .untrusted = failure([], 1_750_000_000), case .invalid = failure([try impostor()], 1_750_000_000),
            case .notYetValid = failure([maker.root], 1_600_000_000),
            case .expired = failure([maker.root], 1_900_000_000)
        else {
            Issue.record("another error, or none")
            return
        }
        #expect(failure([maker.root], 1_750_000_000) == nil)
    }

    /// A root with the same name and another key.
    private func impostor() throws -> Certificate {
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "other root"))
        return try MetadataMaker.builder("Example Root", pair.publicKey, isAuthority: true).signed(by: SigningKey(pair))
    }

    @Test("A signer whose certificate does not allow signatures is refused")
    func keyUsage() throws {
        let maker = try MetadataMaker { $0.extensions.append(.certificateSigning) }
        let jws = try maker.jws(.object(MetadataMaker.payload([])))
        #expect(throws: MetadataError.signer("its key usage does not allow signatures")) {
            try read(jws, roots: [maker.root])
        }
    }

    @Test("A header that does not match the signature is refused")
    func header() throws {
        let maker = try MetadataMaker()
        let payload = JSON.object(MetadataMaker.payload([]))
        func failure(_ change: (inout JSONObject) -> Void) throws -> MetadataError {
            var header = maker.header
            change(&header)
            let jws = try maker.jws(payload, header: header)
            return try #require(throws: MetadataError.self) { try read(jws, roots: [maker.root]) }
        }
        for algorithm in ["none", "HS256", "RS1"] {
            #expect(try failure { $0["alg"] = .string(algorithm) } == .signature(.unsupportedAlgorithm(algorithm)))
        }
        guard case .signer = try failure({ $0["alg"] = "RS256" }), case .signer = try failure({ $0["alg"] = "ES384" }),
            case .signature(.certificates) = try failure({ header in
                header["x5c"] = nil
                header["x5u"] = "https://example.org/certificates.pem"
            })
        else {
            Issue.record("another error")
            return
        }
        // Another signer's certificates under the same root.
        let another = try MetadataMaker(.rs256)
        #expect(try failure { $0["x5c"] = [.string(Base64.encode(maker.root.der))] } != .badSignature)
        let jws = try maker.jws(payload, header: ["alg": "RS256", "x5c": try #require(another.header["x5c"])])
        #expect(throws: MetadataError.badSignature) { try read(jws, roots: [maker.root]) }
    }

    @Test("A changed payload and a changed signature are refused")
    func changed() throws {
        let maker = try MetadataMaker()
        let parts = try maker.jws(.object(MetadataMaker.payload([]))).split(separator: UInt8(ascii: "."))
        let other = try maker.jws(.object(MetadataMaker.payload([MetadataEntryDraft().json])))
            .split(separator: UInt8(ascii: "."))
        let mixed = [parts[0], other[1], parts[2]].joined(separator: [UInt8(ascii: ".")])
        #expect(throws: MetadataError.badSignature) { try read(Array(mixed), roots: [maker.root]) }
        let crossed = [parts[0], parts[1], other[2]].joined(separator: [UInt8(ascii: ".")])
        #expect(throws: MetadataError.badSignature) { try read(Array(crossed), roots: [maker.root]) }
    }

    @Test("A BLOB over the size limit is refused before any other check")
    func size() throws {
        let bytes = [UInt8](repeating: UInt8(ascii: "A"), count: MetadataBLOB.maximumSize + 1)
        #expect(throws: MetadataError.tooLarge(bytes.count)) { try read(bytes, roots: []) }
    }

    @Test("Changing, removing or doubling any bytes of a BLOB is refused, and nothing traps")
    func mutations() throws {
        let maker = try MetadataMaker()
        let jws = try maker.jws(.object(MetadataMaker.payload([MetadataEntryDraft().json])))
        var random = SplitMix(seed: 3)
        for _ in 0..<400 {
            var mutated = jws
            let position = Int.random(in: 0..<jws.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: mutated[position] ^= UInt8(1) << UInt8.random(in: 0..<8, using: &random)
            case 1: mutated.remove(at: position)
            case 2: mutated.insert(UInt8.random(in: 0...255, using: &random), at: position)
            default: mutated.removeLast(jws.count - position)
            }
            #expect(throws: MetadataError.self, "\(position)") { try read(mutated, roots: [maker.root]) }
        }
    }
}
