/// What the numbers of a command mean (CTAP 2.2 sections 6.1 to 6.11).
struct CTAPNames: Sendable {
    let command: String
    /// Keys of the request's map.
    var parameters: [Int: String] = [:]
    /// Keys of the response's map.
    var response: [Int: String] = [:]
    var subCommands: [Int: String] = [:]
    /// Keys of the map `subCommandParams`.
    var subCommandParameters: [Int: String] = [:]

    static func of(_ command: UInt8) -> CTAPNames? {
        switch command {
        case 0x01: makeCredential
        case 0x02: getAssertion
        case 0x04: getInfo
        case 0x06: clientPIN
        case 0x07: CTAPNames(command: "authenticatorReset")
        case 0x08: CTAPNames(command: "authenticatorGetNextAssertion", response: getAssertion.response)
        case 0x09: bioEnrollment
        case 0x0A, 0x41: credentialManagement
        case 0x0B: CTAPNames(command: "authenticatorSelection")
        case 0x0C: largeBlobs
        case 0x0D: config
        case 0x40: bioEnrollment
        default: nil
        }
    }

    static let makeCredential = CTAPNames(
        command: "authenticatorMakeCredential",
        parameters: [
            1: "clientDataHash", 2: "rp", 3: "user", 4: "pubKeyCredParams", 5: "excludeList", 6: "extensions",
            7: "options", 8: "pinUvAuthParam", 9: "pinUvAuthProtocol", 10: "enterpriseAttestation",
            11: "attestationFormatsPreference",
        ],
        response: [
            1: "fmt", 2: "authData", 3: "attStmt", 4: "epAtt", 5: "largeBlobKey", 6: "unsignedExtensionOutputs",
        ])

    static let getAssertion = CTAPNames(
        command: "authenticatorGetAssertion",
        parameters: [
            1: "rpId", 2: "clientDataHash", 3: "allowList", 4: "extensions", 5: "options", 6: "pinUvAuthParam",
            7: "pinUvAuthProtocol",
        ],
        response: [
            1: "credential", 2: "authData", 3: "signature", 4: "user", 5: "numberOfCredentials", 6: "userSelected",
            7: "largeBlobKey", 8: "unsignedExtensionOutputs",
        ])

    static let getInfo = CTAPNames(
        command: "authenticatorGetInfo",
        response: [
            0x01: "versions", 0x02: "extensions", 0x03: "aaguid", 0x04: "options", 0x05: "maxMsgSize",
            0x06: "pinUvAuthProtocols", 0x07: "maxCredentialCountInList", 0x08: "maxCredentialIdLength",
            0x09: "transports", 0x0A: "algorithms", 0x0B: "maxSerializedLargeBlobArray", 0x0C: "forcePINChange",
            0x0D: "minPINLength", 0x0E: "firmwareVersion", 0x0F: "maxCredBlobLength",
            0x10: "maxRPIDsForSetMinPINLength", 0x11: "preferredPlatformUvAttempts", 0x12: "uvModality",
            0x13: "certifications", 0x14: "remainingDiscoverableCredentials", 0x15: "vendorPrototypeConfigCommands",
            0x16: "attestationFormats", 0x17: "uvCountSinceLastPinEntry", 0x18: "longTouchForReset",
            0x19: "encIdentifier", 0x1A: "transportsForReset", 0x1B: "pinComplexityPolicy",
            0x1C: "pinComplexityPolicyURL", 0x1D: "maxPINLength", 0x1E: "encCredStoreState",
            0x1F: "authenticatorConfigCommands",
        ])

    static let clientPIN = CTAPNames(
        command: "authenticatorClientPIN",
        parameters: [
            1: "pinUvAuthProtocol", 2: "subCommand", 3: "keyAgreement", 4: "pinUvAuthParam", 5: "newPinEnc",
            6: "pinHashEnc", 9: "permissions", 10: "rpId",
        ],
        response: [
            1: "keyAgreement", 2: "pinUvAuthToken", 3: "pinRetries", 4: "powerCycleState", 5: "uvRetries",
        ],
        subCommands: [
            1: "getPINRetries", 2: "getKeyAgreement", 3: "setPIN", 4: "changePIN", 5: "getPinToken",
            6: "getPinUvAuthTokenUsingUvWithPermissions", 7: "getUVRetries",
            9: "getPinUvAuthTokenUsingPinWithPermissions",
        ])

    static let bioEnrollment = CTAPNames(
        command: "authenticatorBioEnrollment",
        parameters: [
            1: "modality", 2: "subCommand", 3: "subCommandParams", 4: "pinUvAuthProtocol", 5: "pinUvAuthParam",
            6: "getModality",
        ],
        response: [
            1: "modality", 2: "fingerprintKind", 3: "maxCaptureSamplesRequiredForEnroll", 4: "templateId",
            5: "lastEnrollSampleStatus", 6: "remainingSamples", 7: "templateInfos", 8: "maxTemplateFriendlyName",
        ],
        subCommands: [
            1: "enrollBegin", 2: "enrollCaptureNextSample", 3: "cancelCurrentEnrollment", 4: "enumerateEnrollments",
            5: "setFriendlyName", 6: "removeEnrollment", 7: "getFingerprintSensorInfo",
        ],
        subCommandParameters: [1: "templateId", 2: "templateFriendlyName", 3: "timeoutMilliseconds"])

    static let credentialManagement = CTAPNames(
        command: "authenticatorCredentialManagement",
        parameters: [1: "subCommand", 2: "subCommandParams", 3: "pinUvAuthProtocol", 4: "pinUvAuthParam"],
        response: [
            1: "existingResidentCredentialsCount", 2: "maxPossibleRemainingResidentCredentialsCount", 3: "rp",
            4: "rpIDHash", 5: "totalRPs", 6: "user", 7: "credentialID", 8: "publicKey", 9: "totalCredentials",
            10: "credProtect", 11: "largeBlobKey", 12: "thirdPartyPayment",
        ],
        subCommands: [
            1: "getCredsMetadata", 2: "enumerateRPsBegin", 3: "enumerateRPsGetNextRP", 4: "enumerateCredentialsBegin",
            5: "enumerateCredentialsGetNextCredential", 6: "deleteCredential", 7: "updateUserInformation",
        ],
        subCommandParameters: [1: "rpIDHash", 2: "credentialID", 3: "user"])

    static let largeBlobs = CTAPNames(
        command: "authenticatorLargeBlobs",
        parameters: [
            1: "get", 2: "set", 3: "offset", 4: "length", 5: "pinUvAuthParam", 6: "pinUvAuthProtocol",
        ],
        response: [1: "config"])

    static let config = CTAPNames(
        command: "authenticatorConfig",
        parameters: [1: "subCommand", 2: "subCommandParams", 3: "pinUvAuthProtocol", 4: "pinUvAuthParam"],
        subCommands: [
            1: "enableEnterpriseAttestation", 2: "toggleAlwaysUv", 3: "setMinPINLength", 4: "enableLongTouchForReset",
            0xFF: "vendorPrototype",
        ],
        subCommandParameters: [
            1: "newMinPINLength", 2: "minPinLengthRPIDs", 3: "forceChangePin", 4: "pinComplexityPolicy",
        ])
}
