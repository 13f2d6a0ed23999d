import Synchronization
import ToqueWebAuthn

/// Gestures that were decided beforehand, for programs and continuous integration.
public final class ScriptedInteraction: UserInteraction {
    /// Why a script of gestures cannot be read.
    public struct ParseError: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    private static let gestures: [Substring: UserGesture] = [
        "approve": .approve, "decline": .decline, "timeout": .timeout,
    ]

    private let script: [UserGesture]
    private let next = Mutex(0)

    /// Answers every request with one gesture.
    public init(_ gesture: UserGesture) { script = [gesture] }

    /// Reads `approve`, `decline` or `timeout`, or several of them with commas between. Each request takes the next
    /// one; the last one answers all that come after it.
    public init(parsing text: String) throws(ParseError) {
        var script: [UserGesture] = []
        for (index, word) in text.split(separator: ",", omittingEmptySubsequences: false).enumerated() {
            guard let gesture = Self.gestures[word] else {
                throw ParseError(
                    description: "gesture \(index + 1): found \"\(word)\", expected approve, decline or timeout")
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
        if gesture == .timeout { await Self.waitUntilCancelled() }
        return gesture
    }

    private static func waitUntilCancelled() async {
        // The sleep ends with an error when its task is cancelled; how long it is does not matter.
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(86_400)) }
    }
}
