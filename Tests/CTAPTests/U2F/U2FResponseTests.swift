import CTAP
import Testing
import ToqueCrypto

/// The bytes of U2F answers (FIDO U2F Raw Message Formats, sections 4.3, 5.4 and 6).
@Suite struct U2FResponseTests {
    private static let point = [4] + [UInt8](repeating: 5, count: 64)
    /// DER states its length, whatever its content.
    private static let certificate = DER.sequence([UInt8](repeating: 1, count: 300))
    private static let registration = U2FRegister.Response(
        publicKey: point, keyHandle: [7, 8, 9], certificate: certificate, signature: [0x30, 0])
    private static let authentication = U2FAuthenticate.Response(
        isUserPresent: true, counter: 0x0102_0304, signature: [0x30, 1])

    @Test(
        "A U2F response is encoded and decoded, and its last two bytes are the status",
        arguments: [
            (U2FResponse.version, U2FCommand.version, Array("U2F_V2".utf8)),
            (
                .register(registration), .register(U2FCommandTests.register),
                [5] + point + [3, 7, 8, 9] + certificate + [0x30, 0]
            ),
            (
                .authenticate(authentication), .authenticate(U2FCommandTests.authenticate()),
                [1, 1, 2, 3, 4, 0x30, 1]
            ),
        ])
    func bothWays(response: U2FResponse, command: U2FCommand, bytes: [UInt8]) throws(U2FStatus) {
        #expect(response.encoded == bytes)
        #expect(try U2FResponse(decoding: bytes + [0x90, 0], for: command) == response)
        #expect(throws: U2FStatus.wrongData) { () throws(U2FStatus) in
            try U2FResponse(decoding: [0x69, 0x85] + bytes + [0x6A, 0x80], for: command)
        }
    }

    @Test(
        "An error status or a malformed U2F response is refused",
        arguments: [
            ([UInt8](), U2FCommand.version, U2FStatus.wrongLength),
            ([0x90], .version, .wrongLength),
            ([0x69, 0x85], .version, .conditionsNotSatisfied),
            ([0x12, 0x34], .version, U2FStatus(rawValue: 0x1234)),
            (Array("U2F_V1".utf8) + [0x90, 0], .version, .wrongData),
            ([1, 0, 0, 0, 1] + [0x90, 0], .authenticate(U2FCommandTests.authenticate()), .wrongData),
            ([0x90, 0], .register(U2FCommandTests.register), .wrongData),
            ([5] + point + [0x90, 0], .register(U2FCommandTests.register), .wrongData),
            ([5] + point + [4, 7, 8, 9, 0x90, 0], .register(U2FCommandTests.register), .wrongData),
            ([4] + point + [0] + certificate + [0x90, 0], .register(U2FCommandTests.register), .wrongData),
            (
                [5] + point + [3, 7, 8, 9] + certificate.dropLast() + [0x90, 0], .register(U2FCommandTests.register),
                .wrongData
            ),
        ])
    func refusals(bytes: [UInt8], command: U2FCommand, status: U2FStatus) {
        #expect(throws: status) { () throws(U2FStatus) in try U2FResponse(decoding: bytes, for: command) }
    }

    @Test("A U2F authentication signs application, user presence, counter and challenge")
    func whatIsSigned() {
        let request = U2FCommandTests.authenticate()
        #expect(
            request.signedData(isUserPresent: false, counter: 258)
                == U2FCommandTests.application + [0, 0, 0, 1, 2] + U2FCommandTests.challenge)
    }
}
