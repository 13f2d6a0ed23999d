import CLibFIDO2
import ToqueCOSE
import ToqueWebAuthn

/// A key's information about itself: authenticatorGetInfo (CTAP 2.3 section 6.4) as far as libfido2 reads it,
/// CTAPHID_INIT (section 11.2.9.1.3), and the remaining tries.
public struct KeyInfo: Sendable, Hashable {
    /// The key's name for people.
    public var name: String
    /// The version of the CTAPHID protocol, 2.
    public var protocolVersion: Int
    /// The device's version: major, minor and build.
    public var deviceVersion: [Int]
    /// CTAPHID's capability flags.
    public var capabilityFlags: Int

    public var versions: [String]
    public var extensions: [String]
    public var aaguid: AAGUID
    /// The option IDs that are present.
    public var options: [String: Bool]
    /// In bytes.
    public var maxMsgSize: Int
    /// In order of preference.
    public var pinUvAuthProtocols: [Int]
    /// In order of preference; empty if the key does not say.
    public var algorithms: [COSEAlgorithm]
    public var transports: [AuthenticatorTransport]
    public var maxCredentialCountInList: Int?
    public var maxCredentialIDLength: Int?
    public var maxSerializedLargeBlobArray: Int?
    public var forcePINChange: Bool
    /// In code points.
    public var minPINLength: Int
    public var firmwareVersion: Int?
    public var maxCredBlobLength: Int?
    public var maxRPIDsForSetMinPINLength: Int?
    public var preferredPlatformUVAttempts: Int?
    /// Bits of the FIDO registry of user verification methods.
    public var uvModality: Int?
    public var certifications: [String: Int]
    public var remainingDiscoverableCredentials: Int?

    /// The remaining tries; nil if the key does not say, or has no PIN.
    public var pinRetries: Int?
    public var uvRetries: Int?

    /// True if a PIN is set.
    public var hasPIN: Bool { options["clientPin"] == true }
    /// True if built-in user verification is set up.
    public var hasBuiltInUserVerification: Bool { options["uv"] == true }
    /// True if it can list its discoverable credentials (CTAP 2.3 section 6.8), by the command or its prototype.
    public var managesCredentials: Bool { options["credMgmt"] == true || options["credentialMgmtPreview"] == true }

    /// True if it enrolls fingerprints (CTAP 2.3 section 6.7), by the command or its prototype.
    public var hasFingerprintSensor: Bool {
        options["bioEnroll"] != nil || options["userVerificationMgmtPreview"] != nil
    }
    /// True if it supports authenticatorConfig (CTAP 2.3 section 6.11).
    public var isConfigurable: Bool { options["authnrCfg"] == true }

    /// True if a PIN or a fingerprint is set.
    public var canVerifyUser: Bool { hasPIN || hasBuiltInUserVerification }
    /// True if it verifies the user in every operation (CTAP 2.3 section 7.2).
    var alwaysVerifiesUser: Bool { options["alwaysUv"] == true }

    /// True if it verifies the user in every registration, whatever the relying party requests (CTAP 2.3 section
    /// 6.1.2).
    func verifiesUser(residentKey: Bool) -> Bool {
        alwaysVerifiesUser || canVerifyUser && (residentKey || options["makeCredUvNotRqd"] != true)
    }

    /// The extensions that libfido2 1.12 supports.
    static let carriedAlgorithms: [COSEAlgorithm] = [.es256, .edDSA, .es384, .rs256]

    /// The algorithms for a registration through libfido2; a key that does not say has ES256.
    var usableAlgorithms: [COSEAlgorithm] {
        algorithms.isEmpty ? [.es256] : algorithms.filter(Self.carriedAlgorithms.contains)
    }

    func has(_ name: String) -> Bool { extensions.contains(name) }

    /// large blobs need both the extension and the command (CTAP 2.3 section 12.3).
    var hasLargeBlobs: Bool { has("largeBlobKey") && options["largeBlobs"] == true }

    var capabilities: AuthenticatorCapabilities {
        AuthenticatorCapabilities(
            aaguid: aaguid, attachment: options["plat"] == true ? .platform : .crossPlatform,
            transports: transports.isEmpty ? [.usb] : transports, algorithms: usableAlgorithms,
            attestationFormats: [.packed], residentKeys: options["rk"] == true,
            userVerification: canVerifyUser)
    }
}

extension FIDODevice {
    /// Asks the key, without its remaining tries.
    func info() throws(WebAuthnError) -> KeyInfo {
        guard let info = fido_cbor_info_new() else { throw FIDOStatus.internal.error(of: name) }
        defer {
            var info: OpaquePointer? = info
            fido_cbor_info_free(&info)
        }
        try require(call { fido_dev_get_cbor_info($0, info) })
        var result = KeyInfo(reading: info, name: name)
        _ = call { device in
            result.protocolVersion = Int(fido_dev_protocol(device))
            result.deviceVersion = [fido_dev_major(device), fido_dev_minor(device), fido_dev_build(device)].map {
                Int($0)
            }
            result.capabilityFlags = Int(fido_dev_flags(device))
            return FIDO_OK
        }
        return result
    }
}

extension KeyInfo {
    /// libfido2 returns 0 for an absent number.
    private static func number(_ value: UInt64) -> Int? { value == 0 ? nil : Int(clamping: value) }

    fileprivate init(reading info: OpaquePointer, name: String) {
        let optionNames = CMemory.texts(fido_cbor_info_options_name_ptr(info), fido_cbor_info_options_len(info))
        let optionValues = fido_cbor_info_options_value_ptr(info).map {
            Array(UnsafeBufferPointer(start: $0, count: optionNames.count))
        }
        let certificationNames = CMemory.texts(fido_cbor_info_certs_name_ptr(info), fido_cbor_info_certs_len(info))
        let certificationValues = fido_cbor_info_certs_value_ptr(info).map {
            Array(UnsafeBufferPointer(start: $0, count: certificationNames.count))
        }
        let remaining = fido_cbor_info_rk_remaining(info)
        self.init(
            name: name,
            protocolVersion: 0,
            deviceVersion: [],
            capabilityFlags: 0,
            versions: CMemory.texts(fido_cbor_info_versions_ptr(info), fido_cbor_info_versions_len(info)),
            extensions: CMemory.texts(fido_cbor_info_extensions_ptr(info), fido_cbor_info_extensions_len(info)),
            aaguid: CMemory.bytes(fido_cbor_info_aaguid_ptr(info), fido_cbor_info_aaguid_len(info)).flatMap {
                AAGUID($0)
            }
                ?? .zero,
            options: Dictionary(zip(optionNames, optionValues ?? []), uniquingKeysWith: { first, _ in first }),
            // Section 6.4: 1024 if the key does not say.
            maxMsgSize: Self.number(fido_cbor_info_maxmsgsiz(info)) ?? 1024,
            pinUvAuthProtocols: (CMemory.bytes(
                fido_cbor_info_protocols_ptr(info), fido_cbor_info_protocols_len(info)) ?? []).map { Int($0) },
            algorithms: (0..<fido_cbor_info_algorithm_count(info)).compactMap { index in
                guard CMemory.text(fido_cbor_info_algorithm_type(info, index)) == "public-key" else { return nil }
                return COSEAlgorithm(rawValue: Int(fido_cbor_info_algorithm_cose(info, index)))
            },
            transports: CMemory.texts(fido_cbor_info_transports_ptr(info), fido_cbor_info_transports_len(info)).map {
                AuthenticatorTransport(rawValue: $0)
            },
            maxCredentialCountInList: Self.number(fido_cbor_info_maxcredcntlst(info)),
            maxCredentialIDLength: Self.number(fido_cbor_info_maxcredidlen(info)),
            maxSerializedLargeBlobArray: Self.number(fido_cbor_info_maxlargeblob(info)),
            forcePINChange: fido_cbor_info_new_pin_required(info),
            // Section 6.4: 4 if the key does not say.
            minPINLength: Self.number(fido_cbor_info_minpinlen(info)) ?? 4,
            firmwareVersion: Self.number(fido_cbor_info_fwversion(info)),
            maxCredBlobLength: Self.number(fido_cbor_info_maxcredbloblen(info)),
            maxRPIDsForSetMinPINLength: Self.number(fido_cbor_info_maxrpid_minpinlen(info)),
            preferredPlatformUVAttempts: Self.number(fido_cbor_info_uv_attempts(info)),
            uvModality: Self.number(fido_cbor_info_uv_modality(info)),
            certifications: Dictionary(
                zip(certificationNames, (certificationValues ?? []).map { Int(clamping: $0) }),
                uniquingKeysWith: { first, _ in first }),
            remainingDiscoverableCredentials: remaining < 0 ? nil : Int(remaining),
            pinRetries: nil,
            uvRetries: nil)
    }
}
