import Testing

@testable import OpenSSHSecurityKeyProvider

@Suite struct OpenSSHOptionsTests {
    private static func options(
        _ options: [OpenSSHOptions.Option] = [], _ environment: [String: String] = [:]
    ) throws(OpenSSHError) -> OpenSSHOptions {
        try OpenSSHOptions(options) { environment[$0] }
    }

    @Test(
        "The option goes before the variable, the variable before the session's place",
        arguments: [
            (["option"], ["TOQUE_SK_DEVICE": "/key", "XDG_RUNTIME_DIR": "/run/user/7"], "option"),
            ([], ["TOQUE_SK_DEVICE": "/key", "XDG_RUNTIME_DIR": "/run/user/7"], "/key"),
            ([], ["TOQUE_SK_DEVICE": "", "XDG_RUNTIME_DIR": "/run/user/7"], "/run/user/7/toque/key.sock"),
            ([], ["XDG_RUNTIME_DIR": "relative"], nil),
            ([], [:], nil),
        ] as [([String], [String: String], String?)])
    func device(named: [String], environment: [String: String], device: String?) throws {
        let options = try Self.options(named.map { .init(name: "device", value: $0) }, environment)
        #expect(options.device == device)
    }

    @Test("Without a device the key is not found, and the error names the command")
    func aKeyThatNothingNamesIsNotFound() throws {
        let options = try Self.options()
        let error = #expect(throws: OpenSSHError.self) { try options.location() }
        #expect(error?.code == .deviceNotFound)
        #expect(error?.message?.contains("toque key serve --socket") == true)
    }

    @Test("The user ID is padded with zeros to 32 bytes")
    func theUserIsPaddedWithZeros() throws {
        #expect(try Self.options().userID == [UInt8](repeating: 0, count: 32))
        let user = try Self.options([.init(name: "user", value: "ana")])
        #expect(user.userID == Array("ana".utf8) + [UInt8](repeating: 0, count: 29))
        let longest = try Self.options([.init(name: "user", value: String(repeating: "a", count: 31))])
        #expect(longest.userID.last == 0)
    }

    @Test("A user ID of 32 bytes is refused")
    func aUserThatIsTooLongIsRefused() {
        let error = #expect(throws: OpenSSHError.self) {
            try Self.options([.init(name: "user", value: String(repeating: "é", count: 16))])
        }
        #expect(error?.code == .general)
    }

    @Test("An unknown option is ignored unless it is required")
    func anUnknownOptionIsPassedOverUnlessItIsRequired() throws {
        #expect(try Self.options([.init(name: "color", value: "red")]) == Self.options())
        let error = #expect(throws: OpenSSHError.self) {
            try Self.options([.init(name: "color", value: "red", isRequired: true)])
        }
        #expect(error?.code == .unsupported)
    }
}
