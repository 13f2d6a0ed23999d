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
}

/// Where the PIN comes from, for what it protects.
struct PINOptions: ParsableArguments {
    @Option(
        help: .init(
            "The file that holds the key's PIN, on one line. Without it the terminal asks.", valueName: "file"),
        completion: .file())
    var pinFile: String?
}
