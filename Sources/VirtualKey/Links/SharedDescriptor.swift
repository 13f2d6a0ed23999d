import Glibc
import Synchronization

/// An open file, closed once: by `close` or with the object.
final class SharedDescriptor: Sendable {
    private let value: Atomic<Int32>

    /// - Parameters:
    ///   - number: what a system call returned that makes descriptors.
    ///   - what: what was being done, for the error.
    /// - Throws: where the call has failed.
    init(_ number: Int32, _ what: @autoclosure () -> String) throws(VirtualKeyError) {
        guard number >= 0 else { throw VirtualKeyError.system(what(), errno) }
        value = Atomic(number)
    }

    deinit { close() }

    /// -1 after it was closed.
    var number: Int32 { value.load(ordering: .acquiring) }

    func close() {
        let number = value.exchange(-1, ordering: .acquiringAndReleasing)
        if number >= 0 { _ = Glibc.close(number) }
    }
}
