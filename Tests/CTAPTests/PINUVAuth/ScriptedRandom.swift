import Synchronization
import ToqueCrypto

/// Random bytes that a test prescribes, draw by draw.
final class ScriptedRandom: RandomSource {
    private let draws: Mutex<[[UInt8]]>

    init(_ draws: [[UInt8]]) { self.draws = Mutex(draws) }
    convenience init(_ draws: [UInt8]...) { self.init(draws) }

    var isDeterministic: Bool { true }

    /// Whether all bytes were used.
    var isExhausted: Bool { draws.withLock { $0.isEmpty } }

    func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        draws.withLock { draws in
            precondition(draws.first?.count == buffer.count, "the script has no draw of \(buffer.count) bytes here")
            buffer.copyBytes(from: draws.removeFirst())
        }
    }
}
