import CLinux

/// The functions of libsystemd, loaded when D-Bus is first spoken.
enum SDBusLibrary {
    /// Nil where the machine has no libsystemd.
    static let functions: toque_sd_bus? = toque_sd_bus_load()?.pointee
}
