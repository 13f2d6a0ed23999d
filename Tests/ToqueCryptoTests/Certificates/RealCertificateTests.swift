import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

/// Certificates of real authenticators, from their attestation statements.
@Suite(.enabled(if: Corpora.isAvailable, "TOQUE_CORPORA names no folder of vectors"))
struct RealCertificateTests {
    @Test("Chains of real authenticators verify with their own anchors only, until they expire")
    func chainsLeadToTheirAnchors() throws {
        let corpus = JSONReader(try Corpora.load("attestation-real.json"))
        var anchors: [String: Certificate] = [:]
        for anchor in try corpus.member("trust_anchors").elements() {
            anchors[try anchor.member("id").string()] = try Certificate(der: anchor.hex("der"))
        }
        var (judged, expired) = (0, 0)
        for registration in try corpus.member("registrations").elements() {
            guard let chain = try registration.member("expected").optional("chain"),
                let name = try chain.optional("anchor")?.string()
            else { continue }
            let id = try registration.member("id").string()
            let text = try chain.member("verification_time_inside_window").string()
            let time = try #require(Timestamp(text), "\(id)").microseconds / 1_000_000
            let object = try registration.member("credential").member("response").member("attestationObject")
            let certificates = try certificates(in: object.base64URL())
            let anchor = try #require(anchors[name])
            let leaf = try #require(certificates.first)
            let path = try CertificatePath.validate(
                leaf, intermediates: Array(certificates.dropFirst()), anchors: [anchor], at: time)
            #expect(path.certificates.last == anchor, "\(id)")
            #expect(path.validity.contains(time), "\(id)")
            let others = anchors.values.filter { $0.subject != anchor.subject }
            #expect(throws: CertificatePathError.self, "\(id)") {
                try CertificatePath.validate(
                    leaf, intermediates: Array(certificates.dropFirst()), anchors: others, at: time)
            }
            judged += 1
            do throws(CertificatePathError) {
                _ = try CertificatePath.validate(
                    leaf, intermediates: Array(certificates.dropFirst()), anchors: [anchor],
                    at: path.validity.upperBound + 1)
            } catch {
                if case .expired = error { expired += 1 }
            }
        }
        #expect(judged == 8)
        #expect(expired == judged)
    }

    /// The certificates of x5c in order, anywhere in the attestation object.
    private func certificates(in object: [UInt8]) throws -> [Certificate] {
        let direct = Certificate.all(in: object)
        guard direct.isEmpty else { return direct }
        // A SafetyNet response is a JWS whose header has them in base64. It starts like JSON in base64url.
        let start = try #require(object.firstRange(of: Array("eyJ".utf8))).lowerBound
        let header = String(decoding: object[start...].prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
        let json = try JSONReader(JSON(parsing: Base64URL.decode(header) ?? []))
        return try json.member("x5c").elements().map { element in
            let text = try element.string().replacing("+", with: "-").replacing("/", with: "_")
            return try Certificate(der: Base64URL.decode(text.replacing("=", with: "")) ?? [])
        }
    }
}
