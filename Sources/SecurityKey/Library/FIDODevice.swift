import CLibFIDO2
import CTAP
import ToqueCrypto
import ToqueWebAuthn

/// An open key, closed when nobody holds it any more. Only for a thread that `FIDOLibrary` has prepared.
final class FIDODevice {
    /// The name for people.
    let name: String
    let handle: KeyHandle
    private let pointer: OpaquePointer

    /// Opens a key: CTAPHID_INIT and authenticatorGetInfo.
    /// - Parameter handles: receives the connection before the key is waited for.
    /// - Throws: an error with `isUnreachable` if it cannot be reached, `notSupportedError` if it is not a FIDO2 key.
    init(
        _ candidate: KeyCandidate, patience: KeyHandle.Patience, handles: OpenHandles
    ) throws(WebAuthnError) {
        name = candidate.name
        do {
            handle = KeyHandle(try candidate.transport.connect(), patience: patience)
        } catch {
            throw WebAuthnError(.notAllowedError, "\(candidate.name) cannot be opened: \(error)", isUnreachable: true)
        }
        handles.add(handle)
        guard let device = fido_dev_new() else { throw FIDOStatus.internal.error(of: candidate.name) }
        pointer = device
        var functions = KeyHandle.functions
        var status = FIDOStatus(code: fido_dev_set_io_functions(device, &functions))
        if status == .ok { status = FIDOStatus(code: fido_dev_open(device, handle.register())) }
        guard status == .ok else { throw openingError(status) }
        guard fido_dev_is_fido2(device) else {
            throw WebAuthnError(
                .notSupportedError, "\(name) does not support FIDO2, at most U2F; use a key that supports FIDO2")
        }
        handle.attach(device)
    }

    deinit {
        handle.detach()
        fido_dev_close(pointer)
        var device: OpaquePointer? = pointer
        fido_dev_free(&device)
    }

    /// Calls a blocking libfido2 function.
    func call(_ body: (OpaquePointer) -> Int32) -> FIDOStatus { FIDOStatus(code: body(pointer)) }

    /// - Throws: the meaning of the status, unless it is OK.
    func require(_ status: FIDOStatus) throws(WebAuthnError) {
        guard status == .ok else { throw error(status) }
    }

    /// The meaning of this key's status. A broken connection says more than libfido2's status.
    func error(_ status: FIDOStatus) -> WebAuthnError {
        if handle.isCancelled { return Self.canceled }
        guard status == .transmission || status == .reception else { return status.error(of: name) }
        // The codes of CTAPHID are the lowest statuses of CTAP (CTAP 2.3 section 8.2).
        if let refusal = handle.refusal { return FIDOStatus(code: Int32(refusal)).error(of: name) }
        guard let failure = handle.failure else { return status.error(of: name) }
        return WebAuthnError(
            .unknownError, "the connection to \(name) broke: \(failure); if it was unplugged, plug it in and try again",
            isUnreachable: true)
    }

    /// Why a device could not be opened: it is not a key, dead, or busy.
    private func openingError(_ status: FIDOStatus) -> WebAuthnError {
        if handle.isCancelled { return Self.canceled }
        guard handle.refusal == nil, let failure = handle.failure else {
            let error = error(status)
            return WebAuthnError(error.name, error.message, isUnreachable: true)
        }
        return WebAuthnError(
            .notAllowedError, "\(name) cannot be opened: \(failure); plug it in anew, or name another path",
            isUnreachable: true)
    }

    static let canceled = WebAuthnError(.notAllowedError, "the operation was canceled")

    /// The remaining tries for the PIN; nil if the key does not say.
    func pinRetries() -> Int? {
        var retries: Int32 = 0
        return call { fido_dev_get_retry_count($0, &retries) } == .ok ? Int(retries) : nil
    }

    /// The remaining tries for the built-in user verification; nil if the key does not say.
    func uvRetries() -> Int? {
        var retries: Int32 = 0
        return call { fido_dev_get_uv_retry_count($0, &retries) } == .ok ? Int(retries) : nil
    }
}
