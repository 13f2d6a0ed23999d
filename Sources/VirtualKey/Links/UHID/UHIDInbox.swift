import CLinux
import Synchronization

/// Events of the kernel between the thread that takes them and the one that acts on them.
final class UHIDInbox: Sendable {
    private struct State {
        var records: [toque_uhid_record] = []
        var isDeserted = false
    }

    /// Reports of clients that never wait for an answer are not kept beyond this: 127 of the longest messages.
    private static let maxWaiting = 16_384

    private let state = Mutex(State())

    func append(_ records: [toque_uhid_record]) {
        let departs = records.contains(where: UHIDEvent.isDeparture)
        state.withLock { state in
            if departs { state.isDeserted = true }
            let isFull = state.records.count >= Self.maxWaiting
            state.records += isFull ? records.filter { uhid_event_type($0.type) != UHID_OUTPUT } : records
        }
    }

    /// All that have come, in their order.
    func takeAll() -> [UHIDEvent] {
        let taken = state.withLock { state in
            defer { state = State() }
            return state.records
        }
        return taken.compactMap { UHIDEvent($0) }
    }

    var isEmpty: Bool { state.withLock { $0.records.isEmpty } }

    /// Whether nobody is left to read what was said so far.
    var isDeserted: Bool { state.withLock { $0.isDeserted } }
}
