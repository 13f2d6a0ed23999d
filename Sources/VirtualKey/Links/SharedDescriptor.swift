import Glibc
import Synchronization

/// An open file, closed once: by `close` or with the object.
final class SharedDescriptor: Sendable {
    private let value: Atomic<Int32>

    /// - Parameters:
    ///   - number: the result of a system call that creates descriptors.
    ///   - what: the action, for the error.
    /// - Throws: if the call failed.
    init(_ number: Int32, _ what: @autoclosure () -> String) throws(VirtualKeyError) {
        guard number >= 0 else { throw VirtualKeyError.system(what(), errno) }
        value = Atomic(number)
    }

    deinit { close() }

    /// -1 after closing.
    var number: Int32 { value.load(ordering: .acquiring) }

    func close() {
        let number = value.exchange(-1, ordering: .acquiringAndReleasing)
        if number >= 0 { _ = Glibc.close(number) }
    }
}
