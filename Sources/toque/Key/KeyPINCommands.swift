import ArgumentParser

struct KeySetPINCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-pin",
        abstract: "Set the first PIN of a key.",
        discussion: """
            A PIN has at least 4 characters, or more if the key requires them, and at most 63 bytes.

            Example: toque key set-pin
            """)

    @OptionGroup var key: KeyOptions

    @Option(
        help: .init("Read the PIN from this file, one line. Default: ask on the terminal.", valueName: "file"),
        completion: .file())
    var pinFile: String?

    func run() async throws {
        let interaction = try KeyInteraction(pinFile: nil)
        try await key.manage(interaction) { [pinFile] in
            let pin = try await interaction.requestNewPIN(file: pinFile, option: "--pin-file")
            try await $0.setPIN(pin.bytes)
        }
        Console.standard.progress("The PIN is set.")
    }
}

struct KeyChangePINCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change-pin",
        abstract: "Change the PIN of a key.",
        discussion: "Example: toque key change-pin --pin-file pin --new-pin-file new-pin")

    @OptionGroup var key: KeyOptions
    @OptionGroup var pin: PINOptions

    @Option(
        help: .init("Read the new PIN from this file, one line. Default: ask on the terminal.", valueName: "file"),
        completion: .file())
    var newPinFile: String?

    func run() async throws {
        let interaction = try KeyInteraction(pinFile: pin.pinFile, pinName: "Present PIN")
        try await key.manage(interaction) { [newPinFile] in
            let new = try await interaction.requestNewPIN(file: newPinFile, option: "--new-pin-file")
            try await $0.changePIN(to: new.bytes)
        }
        Console.standard.progress("The PIN is changed.")
    }
}
