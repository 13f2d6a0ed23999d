import ToqueWebAuthn

/// Asks the person at the terminal for the gesture that a phone would ask for.
struct TerminalInteraction: UserInteraction {
    let console: Console

    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
        let gesture =
            switch prompt.verification {
            case .face: "Face"
            case .fingerprint: "Fingerprint"
            case .pin: "PIN"
            case .none: "Touch"
            }
        while true {
            let question = "\(gesture) to \(prompt.purpose)? [y]es, [n]o, [w]ait for the time-out: "
            guard let line = await TerminalLine.read(prompt: { console.prompt(question) }) else {
                console.progress("")
                return .timeout
            }
            switch line.lowercased() {
            case "y", "yes": return .approve
            case "n", "no": return .decline
            case "w", "wait":
                await waitForCancellation()
                return .timeout
            default: continue
            }
        }
    }

    private func waitForCancellation() async {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        // The stream ends when the task is cancelled, and by nothing else.
        for await _ in stream {}
        continuation.finish()
    }
}

extension GesturePrompt {
    /// What the gesture is for: `register with belvo.com as Ana`.
    var purpose: String {
        let action =
            switch operation {
            case .register: "register with"
            case .authenticate: "sign in to"
            case .select: "choose this key"
            case .reset: "erase this key"
            case .enrollFingerprint(let remaining): "enrol this finger (\(remaining) samples to go)"
            }
        let place = rpID.map { " \($0.onOneLine)" } ?? ""
        let user = userName.map { $0.isEmpty ? "" : " as \($0.onOneLine)" } ?? ""
        return action + place + user
    }
}
