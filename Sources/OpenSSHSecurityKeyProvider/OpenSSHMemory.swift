import COpenSSH
import Glibc
import ToqueCBOR

/// Memory that OpenSSH frees. If none is left the process ends, as everywhere in Swift.
enum OpenSSHMemory {
    /// nil for no bytes.
    static func bytes(_ bytes: [UInt8]) -> UnsafeMutablePointer<UInt8>? {
        bytes.isEmpty ? nil : copy(bytes)
    }

    static func text(_ text: String) -> UnsafeMutablePointer<CChar> { copy(Array(text.utf8CString)) }

    static func value<Value: BitwiseCopyable>(_ value: Value) -> UnsafeMutablePointer<Value> { copy([value]) }

    private static func copy<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
        let memory = zeroed(Value.self, count: values.count)
        memory.update(from: values, count: values.count)
        return memory
    }

    static func zeroed<Value: BitwiseCopyable>(_ type: Value.Type, count: Int) -> UnsafeMutablePointer<Value> {
        guard let memory = calloc(count, MemoryLayout<Value>.stride) else { fatalError("no memory is left") }
        return memory.bindMemory(to: type, capacity: count)
    }
}

extension sk_enroll_response {
    init(_ enrollment: OpenSSHProvider.Enrollment, flags: UInt8) {
        self.init()
        self.flags = flags
        (public_key, public_key_len) = (OpenSSHMemory.bytes(enrollment.publicKey), enrollment.publicKey.count)
        (key_handle, key_handle_len) = (OpenSSHMemory.bytes(enrollment.keyHandle), enrollment.keyHandle.count)
        let attestation = enrollment.attestation
        (signature, signature_len) = (OpenSSHMemory.bytes(attestation.signature), attestation.signature.count)
        (attestation_cert, attestation_cert_len) = (
            OpenSSHMemory.bytes(attestation.certificate), attestation.certificate.count
        )
        let data = CBOR.bytes(attestation.authenticatorData).encoded
        (authdata, authdata_len) = (OpenSSHMemory.bytes(data), data.count)
    }
}

extension sk_sign_response {
    init(_ signature: OpenSSHProvider.Signature) {
        self.init()
        (flags, counter) = (signature.flags, signature.counter)
        (sig_r, sig_r_len) = (OpenSSHMemory.bytes(signature.r), signature.r.count)
        (sig_s, sig_s_len) = (OpenSSHMemory.bytes(signature.s), signature.s.count)
    }
}

extension sk_resident_key {
    init(_ held: OpenSSHProvider.ResidentKey, slot: Int) {
        self.init()
        (alg, self.slot, flags) = (held.type.rawValue, slot, held.flags.rawValue)
        application = OpenSSHMemory.text(held.application)
        (key.public_key, key.public_key_len) = (OpenSSHMemory.bytes(held.publicKey), held.publicKey.count)
        (key.key_handle, key.key_handle_len) = (OpenSSHMemory.bytes(held.keyHandle), held.keyHandle.count)
        (user_id, user_id_len) = (OpenSSHMemory.bytes(held.userID), held.userID.count)
    }
}
