import ArgumentParser
import Glibc
import SecurityKey

/// An external key, as named on the command line.
enum KeyDevice: ExpressibleByArgument {
    /// The only key that is plugged in, or the one that is touched if there are several.
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

    /// The device for libfido2.
    /// - Throws: status 3 if the path does not exist or is unusable.
    func location() throws(CommandError) -> KeyLocation {
        guard case .path(let path) = self else { return .usb }
        guard access(path, R_OK | W_OK) == 0 else {
            throw CommandError(
                .unusableKey, at: path, String(cString: strerror(errno)),
                hint: "find keys with `toque key list` or `toque doctor`, or serve one with `toque key serve --pty`")
        }
        return .path(path)
    }
}
