import Testing
import ToqueEncoding
import ToqueTestSupport
import ToqueWebAuthn

@testable import TestVectors

@Suite("WebAuthn Level 3, section Test Vectors", .enabled(if: Corpora.isAvailable, "TOQUE_CORPORA is not set"))
struct W3CVectorTests {
    private let published: JSONReader
    private let root: W3CRoot

    init() throws {
        published = JSONReader(try Corpora.load("w3c-webauthn-l3.json"))
        root = try W3CRoot()
    }

    @Test("The trust root and its derivations are those of the specification")
    func hasTheTrustRoot() throws {
        let published = try published.member("attestation_trust_root")
        #expect(root.authority.certificate.der == (try published.hex("attestation_ca_cert")))
        try expectSame(root.derivations, published, published.member("derivations"))
    }

    @Test("The set has as many cases as the specification")
    func hasAllCases() throws {
        #expect(try published.member("cases").elements().count == W3CCase.all.count)
    }

    @Test("A case is made byte for byte as the specification publishes it", arguments: W3CCase.all)
    func isMadeByteForByte(_ definition: W3CCase) throws {
        let made = try W3CVector(definition, root: root)
        let published = try #require(
            try published.member("cases").elements().first {
                try $0.member("registration").member("derivations").member("challenge").member("info_utf8").string()
                    == definition.name
            })

        let registration = try published.member("registration")
        try expectSame(
            made.registration.derivations, registration.member("fields"), registration.member("derivations"))
        let created = try registration.member("fields")
        #expect(made.registration.clientDataJSON == (try created.hex("clientDataJSON")))
        #expect(made.registration.attestationObject == (try created.hex("attestationObject")))

        let authentication = try published.member("authentication")
        try expectSame(
            made.authentication.derivations, authentication.member("fields"), authentication.member("derivations"))
        let signed = try authentication.member("fields")
        #expect(made.authentication.clientDataJSON == (try signed.hex("clientDataJSON")))
        #expect(made.authentication.authenticatorData.encoded == (try signed.hex("authenticatorData")))
        #expect(made.authentication.signature == (try signed.hex("signature")))
    }

    /// The same values, derived in the same way and order.
    private func expectSame(_ made: [Derivation], _ values: JSONReader, _ rules: JSONReader) throws {
        #expect(made.map(\.name) == (try rules.object().names))
        for derivation in made {
            #expect(derivation.value == (try values.hex(derivation.name)), "\(derivation.name)")
            let rule = try rules.member(derivation.name)
            switch derivation.rule {
            case .hkdf(let inputKey, let salt, let info):
                #expect(inputKey == (try rule.member("ikm_utf8").string()))
                #expect(salt == (try rule.hex("salt_hex")))
                #expect(info == (try rule.member("info_utf8").string()))
                #expect(derivation.value.count == (try rule.member("L").int()))
            case .formula(let formula): #expect(formula == (try rule.member("formula").string()))
            }
        }
    }
}

extension W3CCase: CustomTestStringConvertible {
    public var testDescription: String { name }
}
