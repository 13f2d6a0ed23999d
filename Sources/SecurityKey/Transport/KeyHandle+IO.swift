import CLibFIDO2
import Synchronization

extension KeyHandle {
    /// Handles in transit through `fido_dev_open`, which passes only a path to its io functions.
    private struct Opening {
        var nextID = 0
        var handles: [String: KeyHandle] = [:]
    }

    private static let opening = Mutex(Opening())

    /// Returns the path under which libfido2's next `open` finds the handle.
    func register() -> String {
        Self.opening.withLock { opening in
            opening.nextID += 1
            let path = "toque:\(opening.nextID)"
            opening.handles[path] = self
            return path
        }
    }

    /// For `fido_dev_set_io_functions`.
    static let functions = fido_dev_io_t(
        open: { path in
            guard let path else { return nil }
            let handle = opening.withLock { $0.handles.removeValue(forKey: String(cString: path)) }
            return handle.map { Unmanaged.passRetained($0).toOpaque() }
        },
        close: { pointer in
            guard let pointer else { return }
            Unmanaged<KeyHandle>.fromOpaque(pointer).takeRetainedValue().close()
        },
        read: { pointer, buffer, count, milliseconds in
            guard let pointer, let buffer else { return -1 }
            let handle = Unmanaged<KeyHandle>.fromOpaque(pointer).takeUnretainedValue()
            let room = UnsafeMutableRawBufferPointer(start: buffer, count: count)
            return handle.read(into: room, milliseconds: milliseconds) ? Int32(clamping: count) : -1
        },
        write: { pointer, buffer, count in
            guard let pointer, let buffer else { return -1 }
            let handle = Unmanaged<KeyHandle>.fromOpaque(pointer).takeUnretainedValue()
            return handle.write(UnsafeRawBufferPointer(start: buffer, count: count)) ? Int32(clamping: count) : -1
        })
}
