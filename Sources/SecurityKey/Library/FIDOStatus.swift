import CLibFIDO2
import ToqueWebAuthn

/// The result of a libfido2 function: a CTAP status, or a negative number of the library's own.
struct FIDOStatus: Hashable, CustomStringConvertible {
    let code: Int32

    static let ok = FIDOStatus(code: FIDO_OK)
    static let credentialExcluded = FIDOStatus(code: FIDO_ERR_CREDENTIAL_EXCLUDED)
    static let invalidCredential = FIDOStatus(code: FIDO_ERR_INVALID_CREDENTIAL)
    static let noCredentials = FIDOStatus(code: FIDO_ERR_NO_CREDENTIALS)
    static let pinInvalid = FIDOStatus(code: FIDO_ERR_PIN_INVALID)
    static let pinRequired = FIDOStatus(code: FIDO_ERR_PIN_REQUIRED)
    static let uvBlocked = FIDOStatus(code: FIDO_ERR_UV_BLOCKED)
    static let uvInvalid = FIDOStatus(code: FIDO_ERR_UV_INVALID)
    static let invalidLength = FIDOStatus(code: FIDO_ERR_INVALID_LENGTH)
    static let invalidOption = FIDOStatus(code: FIDO_ERR_INVALID_OPTION)
    static let keyStoreFull = FIDOStatus(code: FIDO_ERR_KEY_STORE_FULL)
    static let operationDenied = FIDOStatus(code: FIDO_ERR_OPERATION_DENIED)
    static let notAllowed = FIDOStatus(code: FIDO_ERR_NOT_ALLOWED)
    static let transmission = FIDOStatus(code: FIDO_ERR_TX)
    static let reception = FIDOStatus(code: FIDO_ERR_RX)
    static let notFound = FIDOStatus(code: FIDO_ERR_NOTFOUND)
    static let `internal` = FIDOStatus(code: FIDO_ERR_INTERNAL)

    /// libfido2's own name for it.
    var description: String { String(cString: fido_strerr(code)) }

    /// The corresponding WebAuthn error, with a sentence that says how to fix it.
    func error(of device: String) -> WebAuthnError {
        guard let (name, sentence) = Self.table[code] else {
            return WebAuthnError(
                .unknownError, "\(device) answered status \(code), which \(FIDOLibrary.name) cannot name")
        }
        return WebAuthnError(name, "\(device) \(sentence) (\(self))")
    }

    /// Every status: WebAuthn's name for it, and the text after the key's name. Errors of the key or the library itself
    /// say what to report.
    static let table: [Int32: (name: WebAuthnError.Name, sentence: String)] = [
        // What a person can fix.
        FIDO_ERR_CREDENTIAL_EXCLUDED: (
            .invalidStateError, "holds one of the excluded credentials already; use that one, or another key"
        ),
        FIDO_ERR_NO_CREDENTIALS: (
            .notAllowedError, "holds no credential that fits; register this key first, or use another one"
        ),
        FIDO_ERR_INVALID_CREDENTIAL: (.notAllowedError, "does not know the credential; register this key first"),
        FIDO_ERR_OPERATION_DENIED: (
            .notAllowedError, "was not allowed to by the person at it, or not in time; try again"
        ),
        FIDO_ERR_TIMEOUT: (.notAllowedError, "waited too long; try again"),
        FIDO_ERR_USER_ACTION_TIMEOUT: (.notAllowedError, "was not touched in time; try again"),
        FIDO_ERR_ACTION_TIMEOUT: (.notAllowedError, "was not touched in time; try again"),
        FIDO_ERR_USER_ACTION_PENDING: (
            .notAllowedError, "still waits for a touch; touch it, or unplug it and plug it in"
        ),
        FIDO_ERR_KEEPALIVE_CANCEL: (.notAllowedError, "gave up, as the operation was canceled"),
        FIDO_ERR_UP_REQUIRED: (.notAllowedError, "wants to be touched; try again and touch it"),
        FIDO_ERR_USER_PRESENCE_REQUIRED: (.notAllowedError, "wants to be touched; try again and touch it"),
        FIDO_ERR_KEY_STORE_FULL: (
            .constraintError,
            "has no room for another discoverable credential; delete one, or ask for one that is not discoverable"
        ),
        FIDO_ERR_LARGEBLOB_STORAGE_FULL: (.constraintError, "has no room for the large blob; make it smaller"),
        FIDO_ERR_FP_DATABASE_FULL: (.constraintError, "has no room for another fingerprint; remove one"),
        FIDO_ERR_LIMIT_EXCEEDED: (.constraintError, "takes fewer things at once; ask for fewer"),
        FIDO_ERR_REQUEST_TOO_LARGE: (.constraintError, "takes shorter requests; shorten names and lists"),
        FIDO_ERR_PIN_INVALID: (.notAllowedError, "was given a wrong PIN"),
        FIDO_ERR_PIN_BLOCKED: (
            .notAllowedError,
            "has blocked its PIN after too many wrong ones; only a reset helps, and it erases all credentials"
        ),
        FIDO_ERR_PIN_AUTH_BLOCKED: (
            .notAllowedError, "takes no PIN after three wrong ones in a row; unplug it, plug it in and try again"
        ),
        FIDO_ERR_PIN_AUTH_INVALID: (.notAllowedError, "did not accept the proof of the PIN; try again"),
        FIDO_ERR_PIN_TOKEN_EXPIRED: (.notAllowedError, "waited too long after the PIN; try again"),
        FIDO_ERR_PIN_NOT_SET: (.notAllowedError, "has no PIN, and one is needed; set one"),
        FIDO_ERR_PIN_REQUIRED: (.notAllowedError, "wants its user verified, by a PIN that is set or by a fingerprint"),
        FIDO_ERR_PIN_POLICY_VIOLATION: (
            .constraintError, "refuses that PIN: too short, too long or too simple for it; choose another one"
        ),
        FIDO_ERR_UV_BLOCKED: (.notAllowedError, "has blocked its fingerprint sensor after wrong tries; use the PIN"),
        FIDO_ERR_UV_INVALID: (.notAllowedError, "did not recognize its user; try again"),
        FIDO_ERR_UNAUTHORIZED_PERM: (.notAllowedError, "does not allow this with a PIN"),
        FIDO_ERR_NOT_ALLOWED: (
            .notAllowedError, "does not allow this now; a reset, for one, only within ten seconds of plugging it in"
        ),
        FIDO_ERR_CHANNEL_BUSY: (.notAllowedError, "is busy with another program; wait for that and try again"),
        FIDO_ERR_PROCESSING: (.notAllowedError, "is busy; try again"),
        FIDO_ERR_OPERATION_PENDING: (.notAllowedError, "is busy with another operation; try again"),
        FIDO_ERR_LOCK_REQUIRED: (.notAllowedError, "is locked by another program; wait for that and try again"),

        // Unsupported operations.
        FIDO_ERR_UNSUPPORTED_ALGORITHM: (.notSupportedError, "has none of the algorithms that were asked for"),
        FIDO_ERR_UNSUPPORTED_EXTENSION: (.notSupportedError, "does not have an extension that was asked for"),
        FIDO_ERR_UNSUPPORTED_OPTION: (.notSupportedError, "cannot do what an option asks"),
        FIDO_ERR_INVALID_OPTION: (.notSupportedError, "cannot do what an option asks now"),
        FIDO_ERR_INVALID_COMMAND: (.notSupportedError, "does not know the command; a newer key does"),

        // A key that is gone or sends invalid data.
        FIDO_ERR_TX: (.unknownError, "took no more data; if it was unplugged, plug it in and try again"),
        FIDO_ERR_RX: (.unknownError, "gave no proper answer; if it was unplugged, plug it in and try again"),
        FIDO_ERR_RX_NOT_CBOR: (.unknownError, "gave an answer that is not CTAP2"),
        FIDO_ERR_RX_INVALID_CBOR: (.unknownError, "gave an answer that \(FIDOLibrary.name) cannot read"),
        FIDO_ERR_INVALID_LENGTH: (.unknownError, "found a wrong length"),
        FIDO_ERR_INVALID_SEQ: (.unknownError, "lost a packet; try again"),
        FIDO_ERR_INVALID_CHANNEL: (.unknownError, "forgot its channel, as if it had been unplugged; try again"),
        FIDO_ERR_NO_OPERATIONS: (.unknownError, "has no operation in progress"),
        FIDO_ERR_NO_OPERATION_PENDING: (.unknownError, "has no operation in progress"),
        FIDO_ERR_NOT_BUSY: (.unknownError, "has no operation in progress"),
        FIDO_ERR_ERR_OTHER: (.unknownError, "failed without a reason"),
        FIDO_ERR_SPEC_LAST: (.unknownError, "failed without a reason"),

        // Our or libfido2's errors.
        FIDO_ERR_INVALID_PARAMETER: (.unknownError, "refused a parameter"),
        FIDO_ERR_CBOR_UNEXPECTED_TYPE: (.unknownError, "expected another type in the request"),
        FIDO_ERR_INVALID_CBOR: (.unknownError, "could not read the request"),
        FIDO_ERR_MISSING_PARAMETER: (.unknownError, "missed a parameter in the request"),
        FIDO_ERR_INVALID_PARAM: (.unknownError, "was given a parameter that \(FIDOLibrary.name) refuses"),
        FIDO_ERR_INVALID_SIG: (.unknownError, "gave a signature that \(FIDOLibrary.name) refuses"),
        FIDO_ERR_INVALID_ARGUMENT: (.unknownError, "was asked something that \(FIDOLibrary.name) cannot ask"),
        FIDO_ERR_INTERNAL: (.unknownError, "met a fault inside \(FIDOLibrary.name)"),
        FIDO_ERR_NOTFOUND: (.unknownError, "does not hold what was asked for"),
        FIDO_ERR_COMPRESS: (.unknownError, "met a blob that \(FIDOLibrary.name) can neither pack nor unpack"),
    ]
}
