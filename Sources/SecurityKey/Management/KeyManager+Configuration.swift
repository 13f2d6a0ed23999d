import CLibFIDO2
import ToqueWebAuthn

/// authenticatorConfig (CTAP 2.3 section 6.11). Only a reset takes back what is set here, but for `setAlwaysUV`.
extension KeyManager {
    /// Has the key verify its user in every ceremony, or only in those that want it (CTAP 2.3 section 6.11.2). With
    /// neither a PIN nor a fingerprint it is of no use from then on, until there is one.
    /// - Throws: `notSupportedError` where it has no such setting, or does not let it be switched off.
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

    /// Lets the key name itself to the RPs that its maker or the platform trusts with that (CTAP 2.3 section 6.11.1).
    /// - Throws: `notSupportedError` where it has no enterprise attestation.
    public func enableEnterpriseAttestation() async throws(WebAuthnError) {
        try await manage(requiring: Self.option("ep", "has no enterprise attestation")) {
            (_, ceremony) async throws(WebAuthnError) in
            guard ceremony.info.options["ep"] == false else { return }
            try await ceremony.send { fido_dev_enable_entattest($0, $2) }
        }
    }

    /// Sets how long a PIN has to be, and who may know it (CTAP 2.3 section 6.11.4). A PIN that is shorter has to be
    /// changed before it is good for anything else.
    /// - Parameters:
    ///   - length: in code points, 4 to 63; nil leaves it as it is.
    ///   - rpIDs: take the place of those before; none leaves those as they are.
    /// - Throws: `typeError` for another length, `constraintError` where the key wants longer ones already or has no
    ///   room for so many RP IDs, `notSupportedError` where it has no such setting.
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
            // First, as a longer minimum may take the PIN out of use.
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

    /// Takes the PIN out of use until it is changed (CTAP 2.3 section 6.11.4).
    /// - Throws: `invalidStateError` where none is set, `notSupportedError` where the key has no such setting.
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

    /// Characters, which are bytes at least (CTAP 2.3 section 6.5.1).
    private static let pinLengths = 4...63

    private static func minPINLength(_ info: KeyInfo) throws(WebAuthnError) {
        guard info.isConfigurable, info.options["setMinPINLength"] == true else {
            throw WebAuthnError(.notSupportedError, "\(info.name) has no setting for its PINs")
        }
    }

    /// - Parameters:
    ///   - name: an option ID that only a key with the setting has.
    ///   - lack: what one without it is told of.
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
