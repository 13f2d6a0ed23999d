import CLibFIDO2
import Glibc

/// This library as the loader sees it.
enum LoadedLibrary {
    /// Keeps it for as long as the process lives. OpenSSH unloads it after each call, while Swift's threads are still
    /// in its code.
    static func keep() {
        var object = fido_shared_object()
        guard fido_shared_object_of(#dsohandle, &object) != 0 else { return }
        _ = dlopen(object.file, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE)
    }
}
