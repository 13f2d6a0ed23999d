import CLibFIDO2
import COpenSSH
import Glibc

// The functions that OpenSSH looks up in the library, with the names and parameters of its sk-api. A call returns 0; or
// it prints a line on stderr, returns a negative code of `OpenSSHError`, and sets no output. It blocks until the key
// has responded.

/// The version of the interface, in the upper 16 bits.
@_cdecl("sk_api_version")
public func apiVersion() -> UInt32 {
    LoadedLibrary.keep()
    return 0x000A_0000
}

/// Makes a key pair.
/// - Parameters:
///   - type: 0 for ecdsa-sk, 1 for ed25519-sk.
///   - application: the RP ID.
///   - flags: bits of `OpenSSHKeyFlags`.
///   - pin: nil if none was typed; OpenSSH then asks for one if the key requires it.
@_cdecl("sk_enroll")
public func enroll(
    _ type: UInt32, _ challenge: UnsafePointer<UInt8>?, _ challengeCount: Int, _ application: UnsafePointer<CChar>?,
    _ flags: UInt8, _ pin: UnsafePointer<CChar>?, _ options: UnsafePointer<UnsafePointer<sk_option>?>?,
    _ response: UnsafeMutablePointer<UnsafeMutablePointer<sk_enroll_response>?>?
) -> Int32 {
    let challenge = OpenSSHInput.bytes(challenge, challengeCount)
    let application = OpenSSHInput.text(application)
    response?.pointee = nil
    return OpenSSHCall(pin: pin, options: options).answer { provider throws(OpenSSHError) in
        try await provider.enroll(
            OpenSSHKeyType(openSSH: type), challenge: challenge, application: application,
            flags: OpenSSHKeyFlags(rawValue: flags))
    } handOver: { enrollment in
        response?.pointee = OpenSSHMemory.value(sk_enroll_response(enrollment, flags: flags))
    }
}

/// Signs data, of which the key receives the digest. The parameters are those of `enroll`.
@_cdecl("sk_sign")
public func sign(
    _ type: UInt32, _ data: UnsafePointer<UInt8>?, _ dataCount: Int, _ application: UnsafePointer<CChar>?,
    _ keyHandle: UnsafePointer<UInt8>?, _ keyHandleCount: Int, _ flags: UInt8, _ pin: UnsafePointer<CChar>?,
    _ options: UnsafePointer<UnsafePointer<sk_option>?>?,
    _ response: UnsafeMutablePointer<UnsafeMutablePointer<sk_sign_response>?>?
) -> Int32 {
    let data = OpenSSHInput.bytes(data, dataCount)
    let application = OpenSSHInput.text(application)
    let keyHandle = OpenSSHInput.bytes(keyHandle, keyHandleCount)
    response?.pointee = nil
    return OpenSSHCall(pin: pin, options: options).answer { provider throws(OpenSSHError) in
        try await provider.sign(
            OpenSSHKeyType(openSSH: type), data, application: application, keyHandle: keyHandle,
            flags: OpenSSHKeyFlags(rawValue: flags))
    } handOver: { signature in
        response?.pointee = OpenSSHMemory.value(sk_sign_response(signature))
    }
}

/// Lists the device's resident keys.
@_cdecl("sk_load_resident_keys")
public func loadResidentKeys(
    _ pin: UnsafePointer<CChar>?, _ options: UnsafePointer<UnsafePointer<sk_option>?>?,
    _ keys: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<sk_resident_key>?>?>?,
    _ count: UnsafeMutablePointer<Int>?
) -> Int32 {
    keys?.pointee = nil
    count?.pointee = 0
    return OpenSSHCall(pin: pin, options: options).answer { provider throws(OpenSSHError) in
        try await provider.residentKeys()
    } handOver: { held in
        guard let keys, let count, !held.isEmpty else { return }
        let list = OpenSSHMemory.zeroed(UnsafeMutablePointer<sk_resident_key>?.self, count: held.count)
        for (slot, key) in held.enumerated() { list[slot] = OpenSSHMemory.value(sk_resident_key(key, slot: slot)) }
        keys.pointee = list
        count.pointee = held.count
    }
}

/// Pins this library in memory.
enum LoadedLibrary {
    /// Keeps it loaded as long as the process lives. OpenSSH unloads it after each call, while Swift's threads still
    /// run its code.
    static func keep() {
        var object = fido_shared_object()
        guard fido_shared_object_of(#dsohandle, &object) != 0 else { return }
        _ = dlopen(object.file, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE)
    }
}
