import Synchronization
import ToqueCBOR
import ToqueCrypto
import ToqueTestSupport

/// A key's storage for large blobs: the array and its hash (CTAP 2.3 section 6.10), empty at first.
final class LargeBlobStorage: Sendable {
    private let stored = Mutex(hex("80 76be8b528d0075f7aae98d6fa57a6d3c"))
    private let pending = Mutex<[UInt8]>([])

    /// The array with its hash.
    var serialized: [UInt8] {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }

    /// Answers authenticatorLargeBlobs as far as libfido2 needs it.
    func answer(_ parameters: CBORMap) -> ScriptedKey.Answer {
        let offset = parameters[3]?.intValue ?? 0
        if let count = parameters[1]?.intValue {
            return .ok([1: .bytes(Array(stored.withLock { $0 }.dropFirst(offset).prefix(count)))])
        }
        guard let fragment = parameters[2]?.bytesValue, parameters[5] != nil else { return .status(.puatRequired) }
        pending.withLock { pending in
            if offset == 0 { pending = [] }
            pending += fragment
            let (array, hash) = (pending.dropLast(16), pending.suffix(16))
            if Digest.sha256(Array(array)).prefix(16) == hash { stored.withLock { $0 = pending } }
        }
        return .ok()
    }
}
