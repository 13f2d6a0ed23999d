import ArgumentParser
import Glibc
import SecurityKey

/// A key outside of this process, as the command line names it.
enum KeyDevice: ExpressibleByArgument {
    /// The only key that is plugged in; where there are several, the one that is touched.
    case usb
    /// A hidraw node, a pseudo-terminal or a socket.
    case path(String)

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        self = argument == "usb" ? .usb : .path(argument)
    }

    var defaultValueDescription: String {
        switch self {
        case .usb: "usb"
        case .path(let path): path
        }
    }

    /// Where libfido2 is to look.
    /// - Throws: status 3 where nothing is at the path, or nothing that may be used.
    func location() throws(CommandError) -> KeyLocation {
        guard case .path(let path) = self else { return .usb }
        guard access(path, R_OK | W_OK) == 0 else {
            throw CommandError(
                .unreachable, "\(path): \(String(cString: strerror(errno)))",
                try: "toque key list for the keys that are plugged in, toque doctor, or toque key serve --pty")
        }
        return .path(path)
    }
}
