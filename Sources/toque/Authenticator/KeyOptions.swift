import ArgumentParser
import SecurityKey
import ToqueWebAuthn

/// Selects the key to manage.
struct KeyOptions: ParsableArguments {
    @Option(
        help: .init(
            "Use this key: usb (one that is plugged in) or a path. Default: usb.",
            discussion: "Paths: /dev/hidrawN, and the /dev/pts/N or the socket of toque key serve.",
            valueName: "usb|path"),
        completion: MachineValues.keyDevices)
    var device = KeyDevice.usb

    /// The key, before any command.
    func manager(_ interaction: KeyInteraction) throws(CommandError) -> KeyManager {
        KeyManager(location: try device.location(), interaction: interaction)
    }

    /// Runs a key operation, which an interrupt cancels.
    func manage<Value: Sendable>(
        _ interaction: KeyInteraction, _ work: @escaping @Sendable (KeyManager) async throws -> Value
    ) async throws -> Value {
        let manager = try manager(interaction)
        do {
            return try await Interrupts.canceling { () async throws in try await work(manager) }
        } catch let error as WebAuthnError where error.isUnreachable {
            guard case .path(let path) = device else { throw error }
            // The place says already which key it is.
            let told = error.message.replacing("the key at \(path) ", with: "").replacing("\(path): ", with: "")
            throw CommandError(.unusableKey, at: path, telling: told)
        }
    }
}

/// The source of the PIN, for operations that need it.
struct PINOptions: ParsableArguments {
    @Option(
        help: .init(
            "Read the key's PIN from this file, one line. Default: ask on the terminal.", valueName: "file"),
        completion: .file())
    var pinFile: String?
}

/// The key to manage, with its PIN for protected operations.
struct ManagedKeyOptions: ParsableArguments {
    @OptionGroup var key: KeyOptions
    @OptionGroup var pin: PINOptions

    /// Runs a key operation, which an interrupt cancels.
    func manage<Value: Sendable>(
        _ work: @escaping @Sendable (KeyManager) async throws -> Value
    ) async throws -> Value {
        try await key.manage(KeyInteraction(pinFile: pin.pinFile), work)
    }
}
