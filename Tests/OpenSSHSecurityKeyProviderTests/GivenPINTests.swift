import Testing
import ToqueCrypto
import ToqueWebAuthn

@testable import OpenSSHSecurityKeyProvider

@Suite struct GivenPINTests {
    private static func pin(_ text: String?) throws(OpenSSHError) -> GivenPIN {
        try GivenPIN(text.map { SecretBytes(copying: $0.utf8) })
    }

    private static func answer(of pin: GivenPIN, _ prompt: PINPrompt) async -> [UInt8]? {
        do throws(WebAuthnError) {
            return try await pin.requestPIN(prompt).withUnsafeBytes { Array($0) }
        } catch {
            return nil
        }
    }

    @Test("The PIN is given once, and a retry is refused with the tries left")
    func itIsGivenOnce() async throws {
        let pin = try Self.pin("1234")
        #expect(await Self.answer(of: pin, PINPrompt(device: "the key", retriesLeft: 8)) == Array("1234".utf8))
        #expect(pin.refusal == nil)
        let again = PINPrompt(device: "the key", retriesLeft: 7, isRetry: true)
        #expect(await Self.answer(of: pin, again) == nil)
        #expect(
            pin.refusal
                == OpenSSHError(
                    .pinRequired, "the key refused the PIN; 7 tries are left before it blocks the PIN"))
    }

    @Test("A missing or empty PIN is refused with pinRequired", arguments: [nil, ""])
    func whereItIsMissingOpenSSHAsks(text: String?) async throws {
        let pin = try Self.pin(text)
        #expect(await Self.answer(of: pin, PINPrompt(device: "the key")) == nil)
        #expect(pin.refusal == OpenSSHError(.pinRequired))
    }

    @Test("The PIN is normalized to NFC")
    func itIsNormalized() async throws {
        let pin = try Self.pin("e\u{301}t\u{E9}")
        #expect(await Self.answer(of: pin, PINPrompt(device: "the key")) == Array("\u{E9}t\u{E9}".utf8))
    }

    @Test("A PIN that is not UTF-8 is refused with pinRequired")
    func noKeyHasAPINThatIsNoUTF8() {
        let error = #expect(throws: OpenSSHError.self) { try GivenPIN(SecretBytes(copying: [0x31, 0xFF])) }
        #expect(error?.code == .pinRequired)
    }
}
