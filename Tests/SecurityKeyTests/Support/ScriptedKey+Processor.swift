import CTAP
import Dispatch
import Synchronization

extension ScriptedKey {
    /// A key that passes its commands to a real one.
    convenience init(_ processor: any CTAPProcessor) {
        self.init(flags: 0x04, answer: { .message(Self.answer($0.message, by: processor)) })
    }

    /// Waits on the connection's thread.
    private static func answer(_ message: [UInt8], by processor: any CTAPProcessor) -> [UInt8] {
        let answer = Answered()
        let done = DispatchSemaphore(value: 0)
        Task.immediate {
            do throws(CTAPStatus) {
                let response = try await processor.process(CTAPCommand(decoding: message)) { _ in }
                answer.bytes.withLock { $0 = [CTAPStatus.ok.rawValue] + response.encoded }
            } catch {
                answer.bytes.withLock { $0 = [error.rawValue] }
            }
            done.signal()
        }
        done.wait()
        return answer.bytes.withLock { $0 }
    }

    private final class Answered: Sendable {
        let bytes = Mutex<[UInt8]>([])
    }
}
