import CLibFIDO2
import Glibc

/// The libfido2 library through which keys are reached.
enum FIDOLibrary {
    /// Prepares the calling thread, because libfido2's settings are per thread. A dead device must not be mistaken for
    /// a U2F one.
    static func prepareThread() { fido_init(FIDO_DISABLE_U2F_FALLBACK) }

    /// The library's name and version, such as `libfido2 1.12.0`, for people. It has neither a macro nor a function for
    /// its version; the name of the loaded file shows it.
    static let name: String = version(ofFile: loadedFile()).map { "libfido2 \($0)" } ?? "libfido2"

    /// The path, without symbolic links, of the library file that the process has loaded.
    private static func loadedFile() -> String? {
        var object = fido_shared_object()
        guard let symbol = dlsym(nil, "fido_init"), fido_shared_object_of(symbol, &object) != 0,
            let file = object.file, let path = realpath(file, nil)
        else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// `1.12.0` of `/usr/lib/x86_64-linux-gnu/libfido2.so.1.12.0`; nil for a name with fewer numbers, which is the
    /// interface's version, not the library's.
    static func version(ofFile path: String?) -> String? {
        guard let name = path?.split(separator: "/").last, name.hasPrefix("libfido2.so.") else { return nil }
        let version = name.dropFirst("libfido2.so.".count)
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count >= 3, numbers.allSatisfy({ UInt($0) != nil }) else { return nil }
        return String(version)
    }
}
