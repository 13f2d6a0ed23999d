import ToqueCrypto
import ToqueWebAuthn

/// The person at an external key: supplies its PIN, from a file or the terminal, and learns when the key waits for a
/// touch.
struct KeyInteraction: UserInteraction {
    /// nil to ask at the terminal.
    private let pin: PIN?
    /// Its name at the terminal.
    private let pinName: String
    private let console: Console

    /// - Parameter pinFile: the file with the PIN, which is read immediately.
    init(pinFile: String?, pinName: String = "PIN", console: Console = .standard) throws(CommandError) {
        self.pinName = pinName
        pin = try pinFile.map { (path) throws(CommandError) in try PIN(file: path) }
        self.console = console
    }

    /// The key itself detects gestures.
    func requestGesture(_ prompt: GesturePrompt) async -> UserGesture { .approve }

    func requestPIN(_ prompt: PINPrompt) async throws(WebAuthnError) -> SecretBytes {
        if let pin { return pin.bytes.duplicate() }
        var question = "\(pinName) of \(prompt.device.onOneLine)"
        if prompt.isRetry { question = "Wrong PIN. \(question)" }
        if prompt.isFallback { question = "No finger that it knows. \(question)" }
        if let tries = prompt.retriesLeft { question += tries == 1 ? ", 1 try left" : ", \(tries) tries left" }
        do throws(CommandError) {
            return try await ask(question, option: "--pin-file").bytes.duplicate()
        } catch {
            let reason = prompt.isFallback ? "\(prompt.device) has seen no finger that it knows, and " : ""
            throw WebAuthnError(.notAllowedError, "\(reason)\(error.sentence)")
        }
    }

    func showTouchRequest(_ prompt: GesturePrompt) async {
        let gesture = prompt.verification == .fingerprint ? "Put your finger on the key" : "Touch the key"
        switch prompt.operation {
        case .register, .authenticate: console.progress("\(gesture) to \(prompt.purpose).")
        case .select: console.progress("Touch the key to use.")
        case .reset: console.progress("Touch the key to erase it.")
        case .resetByLongTouch: console.progress("Touch the key for five seconds to erase it.")
        case .enrollFingerprint: console.progress("\(gesture) to \(prompt.purpose).")
        }
    }

    /// The key's new PIN.
    /// - Parameters:
    ///   - file: contains the PIN; without one it is typed twice.
    ///   - option: names the file.
    func requestNewPIN(file: String?, option: String) async throws(CommandError) -> PIN {
        try PIN(
            try await SecretPrompt.new("PIN", plural: "PINs", file: file, option: option),
            from: file ?? "the terminal")
    }

    private func ask(_ question: String, option: String) async throws(CommandError) -> PIN {
        try PIN(try await SecretPrompt.ask(question, for: "PIN", option: option), from: "the terminal")
    }
}
