import CTAP
import Testing

/// The bytes of U2F requests (FIDO U2F Raw Message Formats, sections 3 to 6).
@Suite struct U2FCommandTests {
    static let challenge = [UInt8](repeating: 0xC1, count: 32)
    static let application = [UInt8](repeating: 0xA2, count: 32)
    static let register = U2FRegister(challenge: challenge, application: application)

    static func authenticate(
        _ control: U2FAuthenticate.Control = .enforceUserPresenceAndSign, keyHandle: [UInt8] = [7, 8, 9]
    ) -> U2FAuthenticate {
        U2FAuthenticate(control: control, challenge: challenge, application: application, keyHandle: keyHandle)
    }

    private static let registerData = challenge + application
    private static let authenticateData = registerData + [3, 7, 8, 9]

    @Test(
        "A U2F command is encoded to its APDU and decoded from it",
        arguments: [
            (U2FCommand.version, [UInt8]([0, 3, 0, 0, 0, 0, 0, 0, 0])),
            (.register(register), [0, 1, 0, 0, 0, 0, 64] + registerData + [0, 0]),
            (.authenticate(authenticate()), [0, 2, 3, 0, 0, 0, 68] + authenticateData + [0, 0]),
            (.authenticate(authenticate(.checkOnly)), [0, 2, 7, 0, 0, 0, 68] + authenticateData + [0, 0]),
            (
                .authenticate(authenticate(.dontEnforceUserPresenceAndSign)),
                [0, 2, 8, 0, 0, 0, 68] + authenticateData + [0, 0]
            ),
            (
                .authenticate(authenticate(keyHandle: [UInt8](repeating: 1, count: 255))),
                [0, 2, 3, 0, 0, 1, 64] + registerData + [255] + [UInt8](repeating: 1, count: 255) + [0, 0]
            ),
        ])
    func bothWays(command: U2FCommand, bytes: [UInt8]) throws(U2FStatus) {
        #expect(command.encoded == bytes)
        #expect(try U2FCommand(decoding: bytes) == command)
    }

    @Test(
        "Other valid forms of an APDU decode to the same U2F command",
        arguments: [
            // Nothing more, a short Le, an extended Le, Lc and Le.
            (U2FCommand.version, [UInt8]([0, 3, 0, 0])),
            (.version, [0, 3, 0, 0, 0]),
            (.version, [0, 3, 0, 0, 0, 0, 0]),
            (.version, [0, 3, 0, 0, 0, 1, 0]),
            (.version, [0, 3, 0, 0, 0, 0, 0, 0, 0]),
            // P1 of a registration and P2 have no meaning.
            (.register(register), [0, 1, 3, 9, 64] + registerData),
            (.register(register), [0, 1, 3, 0, 64] + registerData + [0]),
            (.register(register), [0, 1, 3, 0, 0, 0, 64] + registerData),
            (.authenticate(authenticate()), [0, 2, 3, 0, 68] + authenticateData + [0]),
        ])
    func otherForms(command: U2FCommand, bytes: [UInt8]) throws(U2FStatus) {
        #expect(try U2FCommand(decoding: bytes) == command)
    }

    @Test(
        "A malformed APDU is refused with the status word for its fault",
        arguments: [
            // No header; a length other than the message's; data that the instruction does not take.
            ([UInt8](), U2FStatus.wrongLength),
            ([0, 3, 0], .wrongLength),
            ([0, 3, 0, 0, 0, 0], .wrongLength),
            ([0, 3, 0, 0, 0, 0, 0, 0], .wrongLength),
            ([0, 3, 0, 0, 0, 0, 0, 0, 0, 0], .wrongLength),
            ([0, 3, 0, 0, 1, 0xAA], .wrongLength),
            ([0, 1, 0, 0], .wrongLength),
            ([0, 1, 0, 0, 0, 0, 65] + registerData + [0, 0], .wrongLength),
            ([0, 1, 0, 0, 0, 0, 63] + registerData.dropLast() + [0, 0], .wrongLength),
            ([0, 1, 0, 0, 64] + registerData.dropLast(), .wrongLength),
            ([0, 1, 0, 0, 64] + registerData + [0, 0], .wrongLength),
            ([0, 2, 3, 0, 64] + registerData, .wrongLength),
            ([0, 2, 3, 0, 67] + authenticateData.dropLast(), .wrongLength),
            ([0, 2, 3, 0, 69] + authenticateData + [1], .wrongLength),
            // An unknown control byte.
            ([0, 2, 0, 0, 68] + authenticateData, .wrongData),
            // Class and instruction; the class is checked first.
            ([1, 3, 0, 0], .claNotSupported),
            ([0x80, 9, 0, 0], .claNotSupported),
            ([0, 0, 0, 0], .insNotSupported),
            ([0, 4, 0, 0, 0, 0, 64] + registerData, .insNotSupported),
            ([0, 0x40, 0, 0], .insNotSupported),
        ])
    func refusals(bytes: [UInt8], status: U2FStatus) {
        #expect(throws: status) { () throws(U2FStatus) in try U2FCommand(decoding: bytes) }
    }

    @Test(
        "Each U2F status word has its bytes and its name",
        arguments: [
            (U2FStatus.noError, [UInt8]([0x90, 0x00]), "noError"), (.wrongLength, [0x67, 0x00], "wrongLength"),
            (.conditionsNotSatisfied, [0x69, 0x85], "conditionsNotSatisfied"),
            (.commandNotAllowed, [0x69, 0x86], "commandNotAllowed"), (.wrongData, [0x6A, 0x80], "wrongData"),
            (.insNotSupported, [0x6D, 0x00], "insNotSupported"), (.claNotSupported, [0x6E, 0x00], "claNotSupported"),
            (.noPreciseDiagnosis, [0x6F, 0x00], "noPreciseDiagnosis"),
            (U2FStatus(rawValue: 0x6A84), [0x6A, 0x84], "0x6a84"),
        ])
    func statusWords(status: U2FStatus, bytes: [UInt8], name: String) {
        #expect(status.encoded == bytes)
        #expect("\(status)" == name)
    }
}
