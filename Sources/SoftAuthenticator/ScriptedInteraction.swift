import Synchronization
import ToqueWebAuthn

/// Predetermined gestures, for programs and continuous integration.
public final class ScriptedInteraction: UserInteraction {
    /// Why a script of gestures cannot be read.
    public struct ParseError: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    private let script: [UserGesture]
    private let next = Mutex(0)

    /// Answers every request with the same gesture.
    public init(_ gesture: UserGesture) { script = [gesture] }

    /// Reads `approve`, `decline`, `timeout`, `finger:NAME`, `bad-touch` or `bad-touch:FAULT` (a `FingerprintFault`),
    /// or several of them separated by commas. Each request takes the next one; the last one answers all later
    /// requests.
    public init(parsing text: String) throws(ParseError) {
        var script: [UserGesture] = []
        for (index, word) in text.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
            guard let gesture = UserGesture(word: word) else {
                throw ParseError(
                    description: "gesture \(index + 1): found \"\(word)\", expected approve, decline, timeout, "
                        + "finger:NAME, bad-touch or bad-touch:FAULT with a fault of "
                        + FingerprintFault.allCases.map(\.rawValue).joined(separator: ", "))
            }
            script.append(gesture)
        }
        self.script = script
    }

    public func requestGesture(_ prompt: GesturePrompt) async -> UserGesture {
        let gesture = next.withLock { next in
            defer { next = min(next + 1, script.count - 1) }
            return script[next]
        }
        if gesture == .timeout { await Self.waitUntilCanceled() }
        return gesture
    }

    private static func waitUntilCanceled() async {
        // The sleep ends with an error when its task is canceled; its duration does not matter.
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(86_400)) }
    }
}

extension UserGesture {
    /// The gesture with a name, as in `ScriptedInteraction.init(parsing:)`; nil for an unknown name.
    public init?(word: some StringProtocol) {
        switch word {
        case "approve": self = .approve
        case "decline": self = .decline
        case "timeout": self = .timeout
        case "bad-touch": self = .badTouch(.poorQuality)
        default:
            let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            switch (parts.first, parts.last) {
            case ("finger", let name?) where parts.count == 2 && !name.isEmpty: self = .finger(String(name))
            case ("bad-touch", let fault?) where parts.count == 2:
                guard let fault = FingerprintFault(rawValue: String(fault)) else { return nil }
                self = .badTouch(fault)
            default: return nil
            }
        }
    }
}
