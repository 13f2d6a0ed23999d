import CLibFIDO2
import ToqueWebAuthn

/// One operation with a key and its user: commands are repeated while the PIN is wrong or the key requires more.
final class Ceremony {
    let device: FIDODevice
    let info: KeyInfo
    let pin: PINEntry
    private let interaction: any UserInteraction
    /// True if the key verifies its user itself, by a fingerprint.
    private(set) var usesBuiltInVerification = false

    init(device: FIDODevice, info: KeyInfo, interaction: any UserInteraction) {
        self.device = device
        self.info = info
        self.interaction = interaction
        pin = PINEntry(device: device, interaction: interaction)
    }

    /// Chooses the user verification: built into the key if it is set up, otherwise the PIN, which it asks for.
    /// - Throws: `constraintError` if the key supports neither.
    func requireUserVerification(isolation: isolated (any Actor)? = #isolation) async throws(WebAuthnError) {
        guard info.canVerifyUser else { throw unverifiable }
        usesBuiltInVerification = info.hasBuiltInUserVerification && (!info.hasPIN || device.uvRetries() != 0)
        if !usesBuiltInVerification { try await requirePIN(isFallback: info.hasBuiltInUserVerification) }
    }

    private var unverifiable: WebAuthnError {
        WebAuthnError(
            .constraintError,
            "user verification is required, but \(device.name) has neither a PIN nor a fingerprint; set a PIN")
    }

    /// Asks for the PIN unless it is known.
    /// - Parameter isFallback: true if the key did not recognize its user.
    /// - Throws: `notAllowedError` if the key requires a PIN change first.
    func requirePIN(
        isFallback: Bool = false, isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) {
        guard !info.forcePINChange else {
            throw WebAuthnError(.notAllowedError, "\(device.name) wants its PIN changed first; change it")
        }
        try await pin.require(isFallback: isFallback)
    }

    /// Sends a command until it succeeds, and asks for the PIN whenever the key requires it.
    /// - Parameters:
    ///   - touch: the message when the key waits for a touch; nil if it does not.
    ///   - command: receives whether the key verifies by itself, and the PIN.
    /// - Returns: OK, or one of `expected`.
    /// - Throws: the meaning of any other status.
    @discardableResult
    func send(
        touch: GesturePrompt? = nil, expecting expected: Set<FIDOStatus> = [],
        isolation: isolated (any Actor)? = #isolation,
        _ command: (OpaquePointer, _ builtIn: Bool, _ pin: UnsafePointer<CChar>?) throws(FIDOFailure) -> Int32
    ) async throws(WebAuthnError) -> FIDOStatus {
        while true {
            if var touch {
                touch.verification = usesBuiltInVerification ? .fingerprint : pin.isGiven ? .pin : .none
                await interaction.showTouchRequest(touch)
            }
            guard !Task.isCancelled else { throw FIDODevice.canceled }
            let status = pin.withCString { pin in
                device.call { device in
                    do throws(FIDOFailure) {
                        return try command(device, usesBuiltInVerification, pin)
                    } catch {
                        return error.status.code
                    }
                }
            }
            switch status {
            case .ok: return status
            case _ where expected.contains(status): return status
            // The key counts these, and eventually blocks it.
            case .uvInvalid where usesBuiltInVerification: continue
            case .pinRequired where !usesBuiltInVerification && !pin.isGiven: try await requireUserVerification()
            case .uvBlocked where usesBuiltInVerification && info.hasPIN,
                .pinRequired where !pin.isGiven && info.hasPIN:
                usesBuiltInVerification = false
                try await requirePIN(isFallback: true)
            case .pinInvalid where pin.isGiven: try await pin.replace()
            default: throw device.error(status)
            }
        }
    }
}
