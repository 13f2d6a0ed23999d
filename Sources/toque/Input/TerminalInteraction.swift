import SoftAuthenticator
import ToqueTerminal
import ToqueWebAuthn

/// Asks the person at the terminal for the gesture that a phone would request. For a sensor, they may also name the
/// finger, or that it cannot be read, in the words of a gesture script.
struct TerminalInteraction: UserInteraction {
    let console: Console

    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
        let gesture =
            switch prompt.verification {
            case .face: "Face"
            case .fingerprint: "Fingerprint"
            case .pin: "PIN"
            case .none: prompt.operation == .resetByLongTouch ? "Touch of five seconds" : "Touch"
            }
        let hasSensor = prompt.verification == .fingerprint
        let answers = "[y]es, [n]o, [w]ait for the time-out" + (hasSensor ? ", finger:NAME, bad-touch" : "")
        while true {
            let question = "\(gesture) to \(prompt.purpose)? \(answers): "
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
            default:
                // A name must be distinguishable from a typo, which must approve nothing.
                switch hasSensor ? UserGesture(word: line) : nil {
                case .some(.finger(let name)): return .finger(name)
                case .some(.badTouch(let fault)): return .badTouch(fault)
                case .approve, .decline, .timeout, nil: continue
                }
            }
        }
    }

    private func waitForCancellation() async {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        // The stream ends only when the task is canceled.
        for await _ in stream {}
        continuation.finish()
    }
}

extension GesturePrompt {
    /// The purpose of the gesture: `register with belvo.com as Ana`.
    var purpose: String {
        let action =
            switch operation {
            case .register: "register with"
            case .authenticate: rpID == nil ? "use this key" : "sign in to"
            case .select: "choose this key"
            case .reset, .resetByLongTouch: "erase this key"
            case .enrollFingerprint(1): "enroll it, for the last time"
            case .enrollFingerprint(let remaining): "enroll it, \(remaining) more times"
            }
        let place = rpID.map { " \($0.onOneLine)" } ?? ""
        let user = userName.map { $0.isEmpty ? "" : " as \($0.onOneLine)" } ?? ""
        return action + place + user
    }
}
