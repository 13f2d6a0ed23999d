import CTAP
import Testing
import ToqueCBOR
import ToqueWebAuthn

@Suite("The extension largeBlob")
struct LargeBlobExtensionTests {
    private static func request(_ command: UInt8, _ input: CBOR) -> [UInt8] {
        let hash = CBOR.bytes([UInt8](repeating: 0, count: 32))
        let makeCredential: CBOR = [
            1: hash, 2: ["id": "example.com"], 3: ["id": .bytes([1])], 4: [], 6: ["largeBlob": input],
        ]
        let getAssertion: CBOR = [1: "example.com", 2: hash, 4: ["largeBlob": input]]
        return [command] + (command == 1 ? makeCredential : getAssertion).encoded
    }

    private static func support(_ input: CBOR) throws(CTAPStatus) -> LargeBlobSupport? {
        guard case .makeCredential(let command) = try CTAPCommand(decoding: request(1, input)) else { return nil }
        #expect(CTAPCommand.makeCredential(command).encoded == request(1, input))
        return command.extensions.largeBlob
    }

    private static func input(_ input: CBOR) throws(CTAPStatus) -> LargeBlobExtension.Input? {
        guard case .getAssertion(let command) = try CTAPCommand(decoding: request(2, input)) else { return nil }
        return command.extensions.largeBlob
    }

    @Test("The largeBlob inputs of both ceremonies are decoded")
    func inputsAreRead() throws {
        #expect(try Self.support(["support": "required"]) == .required)
        #expect(try Self.support(["support": "preferred"]) == .preferred)
        #expect(try Self.input(["read": true]) == .read)
        #expect(try Self.input(["read": false]) == nil)
        let write: CBOR = ["write": .bytes([3, 0]), "originalSize": 0]
        #expect(try Self.input(write) == .write(CompressedLargeBlob(bytes: [3, 0], originalSize: 0)))
    }

    @Test("Encoded largeBlob inputs decode to the same inputs")
    func inputsAreWritten() throws {
        let write = LargeBlobExtension.Input.write(CompressedLargeBlob(bytes: [1, 2], originalSize: .max))
        for input in [.read, write] {
            let command = CTAPCommand.getAssertion(
                AuthenticatorGetAssertion(
                    rpID: "example.com", clientDataHash: [UInt8](repeating: 0, count: 32),
                    extensions: .init(largeBlob: input)))
            #expect(try CTAPCommand(decoding: command.encoded) == command)
        }
    }

    private static let wrongSupport: [CBOR] = [
        [:], true, ["support": true], ["support": "wanted"], ["supported": true],
    ]

    @Test("A malformed largeBlob input of makeCredential is refused as invalid CBOR", arguments: wrongSupport)
    func otherShapesOfSupport(_ input: CBOR) {
        #expect(throws: CTAPStatus.invalidCBOR) { try Self.support(input) }
    }

    private static let wrongInputs: [CBOR] = [
        [:], true, .bytes([1]), ["read": 1], ["write": .bytes([1])], ["originalSize": 1],
        ["read": true, "originalSize": 1], ["read": true, "write": .bytes([1]), "originalSize": 1],
        ["write": "text", "originalSize": 1], ["write": .bytes([1]), "originalSize": -1],
        ["write": .bytes([1]), "originalSize": "1"],
    ]

    @Test("A malformed largeBlob input of getAssertion is refused as invalid CBOR", arguments: wrongInputs)
    func otherShapesOfInputs(_ input: CBOR) {
        #expect(throws: CTAPStatus.invalidCBOR) { try Self.input(input) }
    }

    @Test("Each largeBlob output is encoded as an unsigned extension output")
    func outputs() {
        let blob = CompressedLargeBlob(bytes: [1, 2], originalSize: 7)
        let cases: [(LargeBlobExtension.Output, CBOR)] = [
            (.supported(true), ["supported": true]), (.supported(false), ["supported": false]),
            (.written(true), ["written": true]), (.written(false), ["written": false]),
            (.blob(blob), ["blob": .bytes([1, 2]), "originalSize": 7]),
        ]
        for (output, cbor) in cases { #expect(output.unsignedExtensionOutputs == CBORMap([("largeBlob", cbor)])) }
    }

    // MARK: Compression

    @Test("A compressed blob decompresses only with its original size", arguments: [0, 1, 15, 16, 100_000, 1 << 20])
    func whatIsCompressedIsDecompressed(_ count: Int) throws {
        let blob = [UInt8](repeating: 5, count: count)
        let compressed = try CompressedLargeBlob(compressing: blob)
        #expect(compressed.originalSize == UInt64(count))
        #expect(compressed.decompressed == blob)
        let lie = CompressedLargeBlob(bytes: compressed.bytes, originalSize: UInt64(count) + 1)
        #expect(lie.decompressed == nil)
    }

    @Test("A blob over 1 MiB is neither compressed nor decompressed")
    func whatIsTooLargeIsNeitherCompressedNorDecompressed() {
        #expect(throws: LargeBlobError.self) {
            try CompressedLargeBlob(compressing: [UInt8](repeating: 0, count: (1 << 20) + 1))
        }
        #expect(CompressedLargeBlob(bytes: [3, 0], originalSize: .max).decompressed == nil)
        #expect(CompressedLargeBlob(bytes: [0xFF], originalSize: 1).decompressed == nil)
    }
}
