import ArgumentParser
import SecurityKey
import ToqueWebAuthn

/// Which key is looked after.
struct KeyOptions: ParsableArguments {
    @Option(
        help: .init(
            "The key: usb, one that is plugged in; or a path.",
            discussion: "A path is /dev/hidrawN, the /dev/pts/N or the socket of toque key serve.",
            valueName: "usb|path"))
    var device = KeyDevice.usb

    /// The key, with nothing asked of it yet.
    func manager(_ interaction: KeyInteraction) throws(CommandError) -> KeyManager {
        KeyManager(location: try device.location(), interaction: interaction)
    }

    /// Has the key do something that an interrupt cancels.
    func manage<Value: Sendable>(
        _ interaction: KeyInteraction, _ work: @escaping @Sendable (KeyManager) async throws -> Value
    ) async throws -> Value {
        let manager = try manager(interaction)
        return try await Interrupts.cancelling { () async throws in try await work(manager) }
    }
}

/// Where the PIN comes from, for what it protects.
struct PINOptions: ParsableArguments {
    @Option(
        help: .init(
            "The file that holds the key's PIN, on one line. Without it the terminal asks.", valueName: "file"),
        completion: .file())
    var pinFile: String?
}

/// The key that is looked after, and the PIN for what that protects.
struct ManagedKeyOptions: ParsableArguments {
    @OptionGroup var key: KeyOptions
    @OptionGroup var pin: PINOptions

    /// Has the key do something that an interrupt cancels.
    func manage<Value: Sendable>(
        _ work: @escaping @Sendable (KeyManager) async throws -> Value
    ) async throws -> Value {
        try await key.manage(KeyInteraction(pinFile: pin.pinFile), work)
    }
}
