import CLibFIDO2

/// The libfido2 that keys are reached through.
enum FIDOLibrary {
    /// Prepares the thread that calls it: libfido2's settings are a thread's own. A device that is dead must not be
    /// taken for a U2F one.
    static func prepareThread() { fido_init(FIDO_DISABLE_U2F_FALLBACK) }
}
