import ToqueEncoding

/// Body of `POST /enrollments/{id}/confirm/`: the new credential.
public struct ConfirmEnrollmentRequest: RequestModel, Hashable {
    public var credentialID: [UInt8]
    public var clientDataJSON: [UInt8]
    public var attestationObject: [UInt8]
    public var clientExtensionResults: JSONObject

    public init(
        credentialID: [UInt8], clientDataJSON: [UInt8], attestationObject: [UInt8],
        clientExtensionResults: JSONObject = [:]
    ) {
        self.credentialID = credentialID
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
        self.clientExtensionResults = clientExtensionResults
    }
}

extension ConfirmEnrollmentRequest: JSONStructure {
    package static let blank = Self(credentialID: [], clientDataJSON: [], attestationObject: [])

    package mutating func members(_ coder: inout JSONCoder) {
        coder.object("confirmation_data") {
            $0.credential(&credentialID, &clientExtensionResults) {
                $0.bytes("clientDataJSON", &clientDataJSON)
                $0.bytes("attestationObject", &attestationObject)
                $0.move("attestationObject", before: "clientDataJSON")
            }
        }
    }
}
