import CLibFIDO2
import ToqueCrypto
import ToqueWebAuthn

/// Manages a key: its PIN, its discoverable credentials and their large blobs, its fingerprints, its configuration, and
/// its reset.
public final class KeyManager: Sendable {
    private let worker: KeyWorker
    private let interaction: any UserInteraction

    /// - Parameters:
    ///   - location: which key to use.
    ///   - interaction: provides the key's PIN, and announces touches.
    public convenience init(location: KeyLocation, interaction: any UserInteraction) {
        self.init(
            worker: KeyWorker { () throws(WebAuthnError) in try location.candidates() }, interaction: interaction)
    }

    init(worker: KeyWorker, interaction: any UserInteraction) {
        self.worker = worker
        self.interaction = interaction
    }

    /// The key's information about itself, with the remaining tries.
    public func info() async throws(WebAuthnError) -> KeyInfo {
        try await worker.run(interaction) { (_, device) throws(WebAuthnError) in
            var info = try device.info()
            if info.hasPIN { info.pinRetries = device.pinRetries() }
            if info.hasBuiltInUserVerification { info.uvRetries = device.uvRetries() }
            return info
        }
    }

    /// Sets the first PIN of a key.
    /// - Parameter pin: UTF-8 in Unicode normalization form C.
    /// - Throws: `typeError` for a PIN that no key accepts, `invalidStateError` if one is already set,
    ///   `notSupportedError` if the key has no PIN, `constraintError` if it is too short for this key.
    public func setPIN(_ pin: borrowing SecretBytes) async throws(WebAuthnError) {
        let pin = try Self.checked(pin)
        try await worker.run(interaction) { (_, device) throws(WebAuthnError) in
            let info = try device.info()
            switch info.options["clientPin"] {
            case nil: throw WebAuthnError(.notSupportedError, "\(device.name) has no PIN")
            case true?: throw WebAuthnError(.invalidStateError, "\(device.name) has a PIN already; change that one")
            case false?: break
            }
            try Self.check(pin.secret, info)
            try device.require(pin.withCString { new in device.call { fido_dev_set_pin($0, new, nil) } })
        }
    }

    /// Changes the PIN of a key. The interaction provides the current one.
    /// - Parameter pin: the new one, UTF-8 in Unicode normalization form C.
    /// - Throws: as `setPIN`; `notAllowedError` if the current one is wrong or blocked, with the remaining tries.
    public func changePIN(to pin: borrowing SecretBytes) async throws(WebAuthnError) {
        let pin = try Self.checked(pin)
        let interaction = interaction
        try await worker.run(interaction) { (_, device) async throws(WebAuthnError) in
            let info = try device.info()
            guard info.hasPIN else {
                throw WebAuthnError(.invalidStateError, "\(device.name) has no PIN to change; set one")
            }
            try Self.check(pin.secret, info)
            let ceremony = Ceremony(device: device, info: info, interaction: interaction)
            try await ceremony.pin.require()
            try await ceremony.send { (device, _, old) in pin.withCString { fido_dev_set_pin(device, $0, old) } }
        }
    }

    /// Erases all credentials and the PIN. The caller has asked for confirmation. The key requires a touch, and the
    /// reset within ten seconds of being plugged in (CTAP 2.3 section 6.6).
    public func reset() async throws(WebAuthnError) {
        let interaction = interaction
        try await worker.run(interaction) { (_, device) async throws(WebAuthnError) in
            await interaction.showTouchRequest(GesturePrompt(operation: .reset, verification: .none))
            let status = device.call { fido_dev_reset($0) }
            guard status == .notAllowed else { return try device.require(status) }
            throw WebAuthnError(
                .notAllowedError,
                "\(device.name) can only be reset within ten seconds of being plugged in; unplug it, plug it in and try "
                    + "again at once")
        }
    }

    /// Ends the current operation.
    public func cancel() { worker.cancel() }

    /// Runs an operation that the PIN protects, if one is set.
    /// - Parameter check: throws if the key does not support the operation.
    func manage<Value: Sendable>(
        requiring check: @escaping @Sendable (KeyInfo) throws(WebAuthnError) -> Void,
        _ operation: @escaping @Sendable (isolated KeyWorker, Ceremony) async throws(WebAuthnError) -> Value
    ) async throws(WebAuthnError) -> Value {
        let interaction = interaction
        return try await worker.run(interaction) { (worker, device) async throws(WebAuthnError) in
            let info = try device.info()
            try check(info)
            let ceremony = Ceremony(device: device, info: info, interaction: interaction)
            if info.hasPIN { try await ceremony.requirePIN() }
            return try await operation(worker, ceremony)
        }
    }

    /// The requirements of operations on discoverable credentials.
    static func credentialManagement(_ info: KeyInfo) throws(WebAuthnError) {
        guard info.managesCredentials else {
            throw WebAuthnError(
                .notSupportedError,
                "\(info.name) does not let its credentials be managed; only a reset deletes them")
        }
        guard info.canVerifyUser else {
            throw WebAuthnError(
                .notAllowedError, "\(info.name) has no PIN, which protects its credentials; set one")
        }
    }

    private static func checked(_ pin: borrowing SecretBytes) throws(WebAuthnError) -> TerminatedPIN {
        TerminatedPIN(secret: try PINEntry.terminated(pin))
    }

    /// Keys count code points (CTAP 2.3 section 6.5.1).
    private static func check(_ pin: borrowing SecretBytes, _ info: KeyInfo) throws(WebAuthnError) {
        // All bytes except the final zero and those that continue a code point.
        let count = pin.withUnsafeBytes { bytes in bytes.count { $0 & 0xC0 != 0x80 } } - 1
        guard count >= info.minPINLength else {
            throw WebAuthnError(
                .constraintError, "the PIN has \(count) characters, \(info.name) wants \(info.minPINLength) at least")
        }
    }
}

/// A PIN that can be passed to the key's thread.
private final class TerminatedPIN: Sendable {
    let secret: SecretBytes
    init(secret: consuming SecretBytes) { self.secret = secret }

    func withCString<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        secret.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: CChar.self)) }
    }
}
