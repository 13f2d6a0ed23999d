import CeremonyDocuments
import ToqueEncoding
import ToqueWebAuthn

/// JSON of the ceremonies: every value must survive writing and reading again.
enum Documents {
    static func creationOptions(_ input: [UInt8]) {
        guard let json = try? JSON(parsing: input), let read = try? PublicKeyCredentialCreationOptions(json: json)
        else {
            return
        }
        require((try? PublicKeyCredentialCreationOptions(json: read.json)) == read)
    }

    static func requestOptions(_ input: [UInt8]) {
        guard let json = try? JSON(parsing: input), let read = try? PublicKeyCredentialRequestOptions(json: json) else {
            return
        }
        require((try? PublicKeyCredentialRequestOptions(json: read.json)) == read)
    }

    static func registrationResponse(_ input: [UInt8]) {
        guard let json = try? JSON(parsing: input), let read = try? RegistrationResponse(json: json) else { return }
        // It is written completely, and only if the attestation object contains a credential.
        guard let written = try? read.json() else { return }
        require((try? RegistrationResponse(json: written))?.attestationObject == read.attestationObject)
    }

    static func authenticationResponse(_ input: [UInt8]) {
        guard let json = try? JSON(parsing: input), let read = try? AuthenticationResponse(json: json) else { return }
        require((try? AuthenticationResponse(json: read.json())) == read)
    }

    /// Every input has a verdict, and every refusal a code.
    static func ceremony(_ input: [UInt8]) {
        guard let json = try? JSON(parsing: input), let document = try? CeremonyDocument(json: json) else { return }
        let verdict = JSONReader(document.judge().json)
        require((try? verdict.member("verdict").string()) != nil)
    }
}
