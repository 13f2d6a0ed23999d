import CLibFIDO2
import Glibc

/// The libfido2 that keys are reached through.
enum FIDOLibrary {
    /// Prepares the thread that calls it: libfido2's settings are a thread's own. A device that is dead must not be
    /// taken for a U2F one.
    static func prepareThread() { fido_init(FIDO_DISABLE_U2F_FALLBACK) }

    /// The library by name and version, such as `libfido2 1.12.0`, for people. It has neither macro nor function that
    /// tells its version: the name of the file that is loaded does.
    static let name: String = version(ofFile: loadedFile()).map { "libfido2 \($0)" } ?? "libfido2"

    /// The file without symbolic links that the process has loaded the library from.
    private static func loadedFile() -> String? {
        var object = fido_shared_object()
        guard let symbol = dlsym(nil, "fido_init"), fido_shared_object_of(symbol, &object) != 0,
            let file = object.file, let path = realpath(file, nil)
        else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// `1.12.0` of `/usr/lib/x86_64-linux-gnu/libfido2.so.1.12.0`; nil for a name with fewer numbers, which is the
    /// interface's version and not the library's.
    static func version(ofFile path: String?) -> String? {
        guard let name = path?.split(separator: "/").last, name.hasPrefix("libfido2.so.") else { return nil }
        let version = name.dropFirst("libfido2.so.".count)
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count >= 3, numbers.allSatisfy({ UInt($0) != nil }) else { return nil }
        return String(version)
    }
}
