import CLibFIDO2
import ToqueWebAuthn

/// authenticatorConfig (CTAP 2.3 section 6.11). Only a reset undoes these settings, except `setAlwaysUV`.
extension KeyManager {
    /// Makes the key verify its user in every ceremony, or only if required (CTAP 2.3 section 6.11.2). Without a PIN or
    /// a fingerprint, the key is then unusable until it has one.
    /// - Throws: `notSupportedError` if it has no such setting, or if it cannot be switched off.
    public func setAlwaysUV(_ isOn: Bool) async throws(WebAuthnError) {
        try await manage(requiring: Self.option("alwaysUv", "cannot be set to verify its user always")) {
            (_, ceremony) async throws(WebAuthnError) in
            // The command toggles.
            guard ceremony.info.options["alwaysUv"] != isOn else { return }
            let status = try await ceremony.send(expecting: isOn ? [] : [.operationDenied]) {
                fido_dev_toggle_always_uv($0, $2)
            }
            guard status == .ok else {
                throw WebAuthnError(
                    .notSupportedError, "\(ceremony.info.name) always verifies its user, which cannot be switched off")
            }
        }
    }

    /// Allows the key to identify itself to RPs that its vendor or the platform trusts (CTAP 2.3 section 6.11.1).
    /// - Throws: `notSupportedError` if it has no enterprise attestation.
    public func enableEnterpriseAttestation() async throws(WebAuthnError) {
        try await manage(requiring: Self.option("ep", "has no enterprise attestation")) {
            (_, ceremony) async throws(WebAuthnError) in
            guard ceremony.info.options["ep"] == false else { return }
            try await ceremony.send { fido_dev_enable_entattest($0, $2) }
        }
    }

    /// Sets the minimum PIN length, and the RPs that may learn it (CTAP 2.3 section 6.11.4). A shorter PIN must be
    /// changed before any other use.
    /// - Parameters:
    ///   - length: in code points, 4 to 63; nil keeps it.
    ///   - rpIDs: replace the previous ones; an empty list keeps them.
    /// - Throws: `typeError` for another length, `constraintError` if the key already requires longer ones or has no
    ///   room for so many RP IDs, `notSupportedError` if it has no such setting.
    public func setMinPINLength(_ length: Int?, rpIDs: [String] = []) async throws(WebAuthnError) {
        if let length, !Self.pinLengths.contains(length) {
            throw WebAuthnError(
                .typeError,
                "a PIN has \(Self.pinLengths.lowerBound) characters at least and \(Self.pinLengths.upperBound) at most")
        }
        try await manage(requiring: Self.minPINLength) { (_, ceremony) async throws(WebAuthnError) in
            let info = ceremony.info
            if let length, length < info.minPINLength {
                throw WebAuthnError(
                    .constraintError,
                    "\(info.name) wants PINs of \(info.minPINLength) characters already; only a reset takes that back")
            }
            guard rpIDs.isEmpty || info.has("minPinLength") else {
                throw WebAuthnError(.notSupportedError, "\(info.name) tells no RP how long its PINs are")
            }
            // First, because a longer minimum may disable the PIN.
            if !rpIDs.isEmpty {
                let status = try await ceremony.send(expecting: [.keyStoreFull]) { (device, _, pin) in
                    CMemory.withTexts(rpIDs) { fido_dev_set_pin_minlen_rpid(device, $0, $0.count, pin) }
                }
                guard status == .ok else {
                    let most = info.maxRPIDsForSetMinPINLength.map { ", \($0) at most" } ?? ""
                    throw WebAuthnError(
                        .constraintError, "\(info.name) has no room for \(rpIDs.count) RP IDs\(most); name fewer")
                }
            }
            if let length { try await ceremony.send { fido_dev_set_pin_minlen($0, length, $2) } }
        }
    }

    /// Disables the PIN until it is changed (CTAP 2.3 section 6.11.4).
    /// - Throws: `invalidStateError` if none is set, `notSupportedError` if the key has no such setting.
    public func forcePINChange() async throws(WebAuthnError) {
        try await manage(
            requiring: { (info) throws(WebAuthnError) in
                try Self.minPINLength(info)
                guard info.hasPIN else {
                    throw WebAuthnError(.invalidStateError, "\(info.name) has no PIN to change; set one")
                }
            }
        ) { (_, ceremony) async throws(WebAuthnError) -> Void in
            try await ceremony.send { fido_dev_force_pin_change($0, $2) }
        }
    }

    /// Characters, each of which takes at least a byte (CTAP 2.3 section 6.5.1).
    private static let pinLengths = 4...63

    private static func minPINLength(_ info: KeyInfo) throws(WebAuthnError) {
        guard info.isConfigurable, info.options["setMinPINLength"] == true else {
            throw WebAuthnError(.notSupportedError, "\(info.name) has no setting for its PINs")
        }
    }

    /// - Parameters:
    ///   - name: an option ID that only keys with the setting have.
    ///   - lack: the message for a key without it.
    private static func option(
        _ name: String, _ lack: String
    ) -> @Sendable (KeyInfo) throws(WebAuthnError) -> Void {
        { (info) throws(WebAuthnError) in
            guard info.isConfigurable, info.options[name] != nil else {
                throw WebAuthnError(.notSupportedError, "\(info.name) \(lack)")
            }
        }
    }
}
