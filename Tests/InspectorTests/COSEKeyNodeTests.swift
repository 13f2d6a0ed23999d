import Testing
import ToqueCBOR
import ToqueCOSE
import ToqueCrypto

@testable import Inspector

@Suite("COSE keys")
struct COSEKeyNodeTests {
    @Test("A COSE key shows its labels and numbers by name")
    func namesLabelsAndNumbers() throws {
        let node = InspectionNode(publicKey: try Sample.publicKey().encoded)
        #expect(node.problem == nil)
        #expect(node.children.map(\.label) == ["kty", "alg", "crv", "x", "y"])
        #expect(node.children.prefix(3).map(\.value) == ["EC2 (2)", "ES256 (-7)", "P-256 (1)"])
    }

    @Test("OKP and RSA keys show their type, algorithm and members")
    func namesTheOtherKeyTypes() throws {
        let pair = try KeyPair.generate(.ed25519, random: SeededRandom(seed: "inspector"))
        let okp = InspectionNode(publicKey: try COSEKey(algorithm: .edDSA, parameters: pair.publicKey).encoded)
        #expect(okp.value == "OKP Ed25519, EdDSA (-8)")
        #expect(okp.children.map(\.label) == ["kty", "alg", "crv", "x"])
        let parameters = PublicKeyParameters.rsa(modulus: [UInt8](repeating: 0x7F, count: 256), exponent: [1, 0, 1])
        let rsa = InspectionNode(publicKey: try COSEKey(algorithm: .rs256, parameters: parameters).encoded)
        #expect(rsa.value == "RSA 2047 bits, RS256 (-257)")
        #expect(rsa.problem?.contains("2047") == true)
        #expect(rsa.children.map(\.label) == ["kty", "alg", "n", "e"])
    }

    @Test("A faulty COSE key shows its problem and the readable rest")
    func saysWhatIsWrongAndShowsTheRest() {
        let offCurve: CBOR = [1: 2, 3: -7, -1: 1, -2: .bytes(Sample.x), -3: .bytes(Sample.y)]
        #expect(InspectionNode(publicKey: offCurve.encoded).problem?.contains("not on the curve") == true)
        let unknown = InspectionNode(publicKey: ([1: 2, 3: -47, -1: 8, 99: true] as CBOR).encoded)
        #expect(unknown.problem != nil)
        #expect(unknown["crv"]?.value == "secp256k1 (8)")
        #expect(unknown["alg"]?.value == "ES256K (-47)")
        #expect(unknown["99"]?.value == "true")
        #expect(InspectionNode(publicKey: [0xFF]).problem != nil)
        #expect(InspectionNode(publicKey: []).problem != nil)
    }
}
