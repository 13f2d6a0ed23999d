import CLibFIDO2
import ToqueWebAuthn

/// The target of libfido2's management functions, freed with its owner.
class FIDOObject {
    let pointer: OpaquePointer
    private let free: (UnsafeMutablePointer<OpaquePointer?>?) -> Void

    /// - Parameters:
    ///   - pointer: from one of libfido2's `new` functions.
    ///   - free: the function that frees it.
    init(
        _ pointer: OpaquePointer?, of device: FIDODevice,
        free: @escaping (UnsafeMutablePointer<OpaquePointer?>?) -> Void
    ) throws(WebAuthnError) {
        guard let pointer else { throw device.error(.internal) }
        self.pointer = pointer
        self.free = free
    }

    deinit {
        var object: OpaquePointer? = pointer
        free(&object)
    }
}
