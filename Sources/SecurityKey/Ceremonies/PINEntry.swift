import CLibFIDO2
import ToqueCrypto
import ToqueWebAuthn

/// The PIN of one operation with a key: requested when needed, requested again while it is wrong, and forgotten with
/// the operation.
final class PINEntry {
    private let device: FIDODevice
    private let interaction: any UserInteraction
    /// Zero-terminated, as libfido2 requires.
    private var pin: SecretBytes?

    init(device: FIDODevice, interaction: any UserInteraction) {
        self.device = device
        self.interaction = interaction
    }

    var isGiven: Bool { pin != nil }

    /// Asks for the PIN unless it is known.
    /// - Parameter isFallback: true if the device did not recognize its user.
    func require(
        isFallback: Bool = false, isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) {
        guard !isGiven else { return }
        try await ask(isRetry: false, isFallback: isFallback, retries: device.pinRetries())
    }

    /// Asks again after a wrong PIN. The same PIN is never sent twice: an automatic source, such as a file, would use
    /// up all tries.
    func replace(isolation: isolated (any Actor)? = #isolation) async throws(WebAuthnError) {
        let wrong = pin.take()
        let retries = device.pinRetries()
        try await ask(isRetry: true, retries: retries)
        guard let wrong, let isSame = pin?.constantTimeEquals(wrong), isSame else { return }
        throw WebAuthnError(
            .notAllowedError,
            "\(device.name) refused the PIN"
                + (retries.map { "; \($0) \($0 == 1 ? "try is" : "tries are") left before it blocks the PIN" } ?? ""))
    }

    private func ask(
        isRetry: Bool, isFallback: Bool = false, retries: Int?, isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) {
        guard retries != 0 else {
            throw FIDOStatus(code: FIDO_ERR_PIN_BLOCKED).error(of: device.name)
        }
        let answer = try await interaction.requestPIN(
            PINPrompt(device: device.name, retriesLeft: retries, isRetry: isRetry, isFallback: isFallback))
        guard !Task.isCancelled else { throw FIDODevice.canceled }
        pin = try Self.terminated(answer)
    }

    /// A zero-terminated copy.
    /// - Throws: `typeError` for a PIN that no key accepts: over 63 bytes, or with a zero inside (CTAP 2.3 section
    ///   6.5.1).
    static func terminated(_ pin: borrowing SecretBytes) throws(WebAuthnError) -> SecretBytes {
        guard pin.count <= 63, pin.withUnsafeBytes({ !$0.contains(0) }) else {
            throw WebAuthnError(.typeError, "a PIN has at most 63 bytes and no zero among them")
        }
        return pin.withUnsafeBytes { source in
            SecretBytes(count: source.count + 1) { $0.copyBytes(from: source) }
        }
    }

    /// The PIN for libfido2; nil if none was requested.
    func withCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        pin?.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: CChar.self)) } ?? body(nil)
    }
}
