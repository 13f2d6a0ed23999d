import Testing
import ToqueCBOR

@testable import TestVectors

@Suite("Vectors of CTAP2's CBOR form")
struct CTAP2CBORTests {
    @Test("A vector is read if it is canonical, and otherwise refused with its reason", arguments: CTAP2CBOR.inputs)
    func areReadAsExpected(vector: CBORVector) {
        #expect(vector.isAsExpected)
        // The message of `toque inspect --as cbor --strict -`, with the byte at fault.
        let reason: String?
        do throws(CBORError) {
            _ = try CBOR(decoding: vector.input)
            reason = nil
        } catch {
            reason = error.description
        }
        #expect(reason == vector.reason)
    }

    @Test(
        "A canonical vector is encoded to the bytes it was read from",
        arguments: CTAP2CBOR.inputs.filter { $0.reason == nil })
    func areWrittenAsTheyWereRead(vector: CBORVector) throws {
        #expect(try CBOR(decoding: vector.input).encoded == vector.input)
    }

    @Test("Every vector has a unique identifier and a unique input")
    func goByTheirIdentifiers() {
        let vectors = CTAP2CBOR.inputs
        #expect(Set(vectors.map(\.id)).count == vectors.count)
        #expect(Set(vectors.map(\.input)).count == vectors.count)
    }

    @Test("The vectors cover every reason to refuse CBOR")
    func haveEveryReason() {
        let reasons = Set(CTAP2CBOR.inputs.compactMap { $0.reason?.split(separator: ": ").last.map(String.init) })
        let all: [CBORError.Reason] = [
            .truncated, .trailingBytes(1), .malformed, .invalidUTF8, .indefiniteLength, .tag, .duplicateKey,
            .notMinimal, .keyOrder, .simpleValue, .depth(4),
        ]
        for reason in all {
            let text = CBORError(reason, at: 0).description.split(separator: ": ").last.map(String.init) ?? ""
            #expect(reasons.contains(text), "\(reason)")
        }
    }
}
