import CLinux
import Glibc
import Synchronization

/// The thread that serves a link. It sleeps until a descriptor is ready, a time is over or another thread wakes it.
final class ServingThread: Sendable {
    private enum Life {
        case new
        case running(pthread_t)
        case stopped
    }

    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let life = Mutex(Life.new)
    private let event: SharedDescriptor
    private let stopping = Atomic(false)
    /// True if waking it takes a system call.
    private let isAsleep = Atomic(false)

    init() throws(VirtualKeyError) {
        event = try SharedDescriptor(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)), "eventfd")
    }

    /// Starts the thread, once. It must end soon after `isStopping` is set.
    /// - Throws: if it was started or stopped before, or if the system cannot create a thread.
    func start(_ body: @escaping @Sendable () -> Void) throws(VirtualKeyError) {
        try life.withLock { life throws(VirtualKeyError) in
            guard case .new = life else {
                throw VirtualKeyError("the link was started before; make another one")
            }
            var thread = pthread_t()
            let argument = Unmanaged.passRetained(Body(body))
            let code = pthread_create(
                &thread, nil,
                { argument in
                    if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                    return nil
                }, argument.toOpaque())
            guard code == 0 else {
                argument.release()
                throw VirtualKeyError.system("cannot start a thread for the link", code)
            }
            life = .running(thread)
        }
    }

    /// Ends the thread and, unless called on it, waits for its end. From any thread; calling it again does nothing.
    /// - Returns: true if it was never started.
    @discardableResult
    func stop() -> Bool {
        stopping.store(true, ordering: .sequentiallyConsistent)
        signal()
        let before = life.withLock { life in
            defer { life = .stopped }
            return life
        }
        switch before {
        case .new: return true
        case .stopped: return false
        case .running(let thread):
            if pthread_equal(thread, pthread_self()) != 0 { pthread_detach(thread) } else { pthread_join(thread, nil) }
            return false
        }
    }

    var isStopping: Bool { stopping.load(ordering: .sequentiallyConsistent) }

    /// Ends the current sleep, or the next one if `prepareToSleep` was called. From any thread.
    func wake() {
        if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { signal() }
    }

    private func signal() {
        var one: UInt64 = 1
        // A full counter wakes as well.
        _ = write(event.number, &one, MemoryLayout.size(ofValue: one))
    }

    /// From now on, `wake` counts: no change after this call is missed.
    func prepareToSleep() { isAsleep.store(true, ordering: .sequentiallyConsistent) }

    /// Sleeps until one of the descriptors is ready, whose `revents` are then set, or `time` is over.
    func sleep(_ descriptors: inout [pollfd], atMost time: Duration?) {
        descriptors.append(pollfd(fd: event.number, events: Int16(POLLIN), revents: 0))
        let count: Int32
        if let time {
            var limit = timespec(time)
            count = ppoll(&descriptors, nfds_t(descriptors.count), &limit, nil)
        } else {
            count = ppoll(&descriptors, nfds_t(descriptors.count), nil, nil)
        }
        isAsleep.store(false, ordering: .sequentiallyConsistent)
        let own = descriptors.removeLast()
        // After an interruption nothing is ready, and the caller checks once more.
        if count < 0 { for index in descriptors.indices { descriptors[index].revents = 0 } }
        if count > 0, own.revents != 0 {
            var value: UInt64 = 0
            _ = read(event.number, &value, MemoryLayout.size(ofValue: value))
        }
    }
}

extension pollfd {
    /// True if there is data to read, the other side is gone, or the descriptor is in error.
    var isReadable: Bool { revents & Int16(POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0 }
}
