import CLinux
import Glibc

/// A raw pseudo-terminal: bytes pass unchanged, and it is never a controlling terminal.
struct PseudoTerminal {
    /// The path that clients open.
    let path: String
    /// The master side, which does not block.
    let master: SharedDescriptor
    /// Kept open: without a client, the master would otherwise be in error.
    let slave: SharedDescriptor
    /// Reports clients that open and close the slave.
    let watch: SharedDescriptor

    init() throws(VirtualKeyError) {
        master = try SharedDescriptor(
            posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC), "the system gives no pseudo-terminal")
        var name = [CChar](repeating: 0, count: 128)
        guard grantpt(master.number) == 0, unlockpt(master.number) == 0,
            ptsname_r(master.number, &name, name.count) == 0
        else { throw .system("the system gives no pseudo-terminal", errno) }
        path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        slave = try SharedDescriptor(open(path, O_RDWR | O_NOCTTY | O_CLOEXEC), "cannot open \(path)")
        // Whoever can open it uses the key.
        guard fchmod(slave.number, 0o600) == 0 else { throw .system("cannot restrict \(path)", errno) }
        var settings = termios()
        guard tcgetattr(slave.number, &settings) == 0 else { throw .system("cannot set up \(path)", errno) }
        cfmakeraw(&settings)
        // Clients read whole reports: their read and poll wait until one is complete.
        Self.setMinimum(&settings, cc_t(PseudoTerminalLink.reportSize))
        guard tcsetattr(slave.number, TCSANOW, &settings) == 0 else { throw .system("cannot set up \(path)", errno) }
        watch = try SharedDescriptor(inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)), "inotify")
        guard inotify_add_watch(watch.number, path, UInt32(IN_OPEN | IN_CLOSE_WRITE | IN_CLOSE_NOWRITE)) >= 0 else {
            throw .system("cannot watch \(path)", errno)
        }
    }

    private static func setMinimum(_ settings: inout termios, _ count: cc_t) {
        withUnsafeMutableBytes(of: &settings.c_cc) { characters in
            characters[Int(VMIN)] = count
            characters[Int(VTIME)] = 0
        }
    }

    /// Discards data that clients have not read.
    func discardReplies() { tcflush(slave.number, TCIFLUSH) }

    func close() {
        for descriptor in [watch, slave, master] { descriptor.close() }
    }

    /// How the terminal was closed.
    enum Departure {
        case nobody
        /// By a client, while another has it open.
        case one
        /// By the last client: at least for a moment, nobody had it open.
        case last
    }

    /// What clients have done since the last call.
    /// - Parameter openers: the number of clients that have the terminal open; updated.
    func departure(_ openers: inout Int) -> Departure {
        var departure = Departure.nobody
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(watch.number, &buffer, buffer.count)
            guard count > 0 else { return departure }
            buffer.withUnsafeBytes { bytes in
                var offset = 0
                while offset + MemoryLayout<inotify_event>.size <= count {
                    let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    offset += MemoryLayout<inotify_event>.size + Int(event.len)
                    if event.mask & UInt32(IN_OPEN) != 0 { openers += 1 }
                    if event.mask & UInt32(IN_CLOSE_WRITE | IN_CLOSE_NOWRITE) != 0 {
                        openers = max(openers - 1, 0)
                        departure = openers == 0 || departure == .last ? .last : .one
                    }
                    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                        // The count is lost. One client more than there is does no harm.
                        openers = max(openers, 1)
                        departure = departure == .last ? .last : .one
                    }
                }
            }
        }
    }
}
