import PixAPI
import SandboxKit
import ToqueEncoding

/// Invented example values for the document. Ids of seeded objects work as they are.
enum Examples {
    static let requestID = OpenAPIDocument.exampleRequestID
    static let handle = "Qm9tIGRpYSwgYmFuY28hIQ.\(createdBy)"
    static let createdBy = "5b1f0c52-8d1e-4c57-9a34-2f6f3f1f7a10"

    private static let time = Timestamp(microseconds: 1_772_366_400_250_000)  // 2026-03-01T12:00:00.250000Z
    private static let credentialID = Array("an invented credential id of 32b".utf8)
    private static let challenge = Array("a new one each time, of 32 bytes".utf8)

    static let institution = Institution(
        id: Seeds.institution, name: "aurora_retail", displayName: "Banco Aurora",
        legalEntityName: "Banco Aurora S.A. (invented)", institutionType: "INDIVIDUAL",
        description: "An invented bank of the sandbox.", sortPriority: 1,
        paymentMethods: [Enrollment.type: .init(status: "ACTIVE")])

    static let createCustomer: JSON = [
        "identifier": .string(identifier), "name": "Bruno Exemplo", "external_id": "cliente-42",
        "email": "bruno@exemplo.example",
    ]

    static let customer = Customer(
        id: "20000000-0000-4000-8000-0000000000a1", createdAt: time, updatedAt: time, createdBy: createdBy,
        externalID: "cliente-42", name: "Bruno Exemplo", customerType: "INDIVIDUAL", identifier: identifier,
        identifierType: "CPF", email: "bruno@exemplo.example")

    /// Has valid check digits but is not assigned; it only looks invalid.
    private static let identifier = "11144477735"

    static let createBankAccount: JSON = [
        "institution": .string(Seeds.institution),
        "holder": ["name": "Loja Exemplo Ltda", "identifier": "11222333000181"],
        "details": ["account_type": "CHECKINGS", "agency": "0001", "number": "7654321"],
    ]

    static let updateBankAccount = UpdateBankAccountRequest(active: true)

    static let bankAccount = BankAccount(
        id: "30000000-0000-4000-8000-0000000000a1", createdAt: time, updatedAt: time, institution: Seeds.institution,
        institutionName: institution.displayName, bankName: institution.displayName, branchNumber: "0001",
        accountNumber: "7654321", accountType: "CHECKINGS", holderName: "Loja Exemplo Ltda", holderType: "BUSINESS",
        holderIdentifier: "11******81")

    static let riskSignals: JSONObject = [
        "deviceId": "K0f1e2d3c4b5a6978", "osVersion": "12", "userTimeZoneOffset": "-03", "language": "pt",
        "screenDimensions": ["height": 1080, "width": 1920],
        "accountTenure": .string(Seeds.customerCreatedAt.date),
    ]

    static let phoneRiskSignals: JSONObject = {
        var signals = riskSignals
        signals["isRootedDevice"] = false
        signals["screenBrightness"] = 128
        signals["elapsedTimeSinceBoot"] = 86_400_000
        return signals
    }()

    static let createEnrollment = CreateEnrollmentRequest(
        externalID: "aparelho-7", customer: .id(Seeds.customer), institution: Seeds.institution,
        name: "600f1b4a-Mobile", platform: .crossPlatform, callbackURL: "https://loja.example/volta",
        riskSignals: riskSignals)

    static let completeRedirection = CompleteRedirectionRequest.failure(
        state: "k3Vt0bX9mJ2sQ7wZ5yR1aA", error: "access_denied", description: "The account holder declined.")

    static let enrollment = Enrollment(
        id: "40000000-0000-4000-8000-0000000000a1", createdBy: createdBy, createdAt: time, updatedAt: time,
        externalID: createEnrollment.externalID, status: .pending,
        details: EnrollmentDetails(
            status: .awaitingAccountHolderValidation, customer: Seeds.customer, institution: Seeds.institution,
            platform: createEnrollment.platform, name: createEnrollment.name,
            callbackURL: createEnrollment.callbackURL,
            redirectURL: "http://127.0.0.1:8420/\(PixProvider.approvalPath)/\(handle)"))

    static let registrationOptions: JSON = [
        "rp": ["id": "belvo.com", "name": "Loja Exemplo"],
        "user": [
            "id": "c1a7e1d2-5b4f-4e0a-9c3d-8f2b6a7e9d10", "name": "Ana Exemplo", "displayName": "Ana Exemplo",
        ],
        "challenge": .base64URL(challenge.prefix(14)),
        "pubKeyCredParams": [["alg": -257, "type": "public-key"], ["alg": -7, "type": "public-key"]],
        "authenticatorSelection": ["userVerification": "required"],
        "extensions": ["appid": "true"],
    ]

    static let confirmEnrollment = ConfirmEnrollmentRequest(
        credentialID: credentialID, clientDataJSON: clientData("webauthn.create"),
        attestationObject: Array("an attestation object in CBOR".utf8))

    static let createPaymentIntent: JSON = [
        "amount": "0.13", "allowed_payment_method_types": [.string(Enrollment.type)],
        "customer": .string(Seeds.customer), "description": "Pedido 1042", "statement_description": "LOJA EXEMPLO",
        "external_id": "pedido-1042", "payment_method_details": methodDetails, "confirm": true,
    ]

    static let paymentIntent: JSON = [
        "id": .string(paymentIntentID), "created_by": .string(createdBy), "created_at": .string(time.description),
        "updated_at": .string(time.description), "external_id": "pedido-1042", "status": "PENDING", "amount": "0.13",
        "currency": "BRL", "customer": .string(Seeds.customer), "description": "Pedido 1042",
        "statement_description": "LOJA EXEMPLO", "allowed_payment_method_types": [.string(Enrollment.type)],
        "selected_payment_method_type": .string(Enrollment.type), "payment_method_details": methodDetails,
        "payment_method_information": [Enrollment.type: information(fidoOptions: signOptions).json],
        "failure_code": .null, "failure_message": .null, "charges": [], "metadata": [:],
        "provider": "belvo", "next_step": .null, "last_error": .null,
    ]

    static let signOptions: JSON = [
        "challenge": .base64URL(challenge), "timeout": 300_000, "rpId": "belvo.com",
        "allowCredentials": [["id": .base64URL(credentialID), "type": "public-key"]],
        "userVerification": "required",
    ]

    static let authorizePaymentIntent = AuthorizePaymentIntentRequest(
        riskSignals: riskSignals, credentialID: credentialID, clientDataJSON: clientData("webauthn.get"),
        authenticatorData: Array("37 bytes: hash, flags and a counter..".utf8),
        signature: Array("a signature in DER".utf8), userHandle: nil)

    static let charge: JSON = [
        "id": .string(chargeID), "created_by": .string(createdBy), "created_at": .string(time.description),
        "updated_at": .string(time.description), "status": "SUCCEEDED", "amount": "0.13", "currency": "BRL",
        "customer": .string(Seeds.customer), "payment_intent": .string(paymentIntentID),
        "payment_method_type": .string(Enrollment.type), "payment_method_details": methodDetails,
        "payment_method_information": [Enrollment.type: information(fidoOptions: nil).json],
        "payer_information": ["bank_account": payerAccount.json], "provider": "belvo", "description": "Pedido 1042",
        "statement_description": "LOJA EXEMPLO", "failure_code": .null, "failure_message": .null,
        "transactions": [.string(transactionID)], "metadata": [:],
    ]

    static let transaction: JSON = [
        "id": .string(transactionID), "created_by": .string(createdBy), "created_at": .string(time.description),
        "amount": "0.13", "currency": "BRL", "description": "Pedido 1042", "transaction_type": "INFLOW",
        "beneficiary": .string(Seeds.beneficiaryBankAccount), "payment_intent": .string(paymentIntentID),
        "charge": .string(chargeID), "customer": .string(Seeds.customer),
    ]

    static let accessTokens = AccessTokens(
        access: "eyJhbGciOiJQUzI1NiJ9.eyJleGFtcGxlIjoiYWNjZXNzIn0.ZXhhbXBsZQ",
        refresh: "eyJhbGciOiJQUzI1NiJ9.eyJleGFtcGxlIjoicmVmcmVzaCJ9.ZXhhbXBsZQ")

    static let bankKeys: JSON = [
        "keys": [
            [
                "kty": "RSA", "use": "sig", "alg": "PS256", "kid": "NzbLsXh8uDCc", "n": "n4EPtAOCc9AlkeQHPzHStgA",
                "e": "AQAB",
            ]
        ]
    ]

    private static let payerAccount = PayerAccount(
        institutionID: Seeds.institution, agency: "1234", number: "*****6789", accountType: "CHECKINGS")

    private static func information(fidoOptions: JSON?) -> PaymentMethodInformation {
        PaymentMethodInformation(
            provider: "belvo", consentID: "urn:aurora_retail:8c1d2e3f-4a5b-4c6d-8e7f-90a1b2c3d4e5",
            fidoOptions: fidoOptions, endToEndID: "E99123401202603011200Qm9tRGlhMTI",
            externalPaymentID: "9d2e3f4a-5b6c-4d7e-8f90-a1b2c3d4e5f6",
            providerRequestID: "ae3f4a5b-6c7d-4e8f-90a1-b2c3d4e5f607")
    }

    static let transactionID = "70000000-0000-4000-8000-0000000000a1"
    static let paymentIntentID = "50000000-0000-4000-8000-0000000000a1"
    static let chargeID = "60000000-0000-4000-8000-0000000000a1"

    private static let methodDetails: JSON = [
        Enrollment.type: PaymentMethodDetails(
            beneficiaryBankAccount: Seeds.beneficiaryBankAccount, enrollment: enrollment.id
        ).json
    ]

    private static func clientData(_ type: String) -> [UInt8] {
        let object: JSON = [
            "type": .string(type), "challenge": .base64URL(challenge), "origin": "https://belvo.com",
            "crossOrigin": false,
        ]
        return object.utf8
    }
}
