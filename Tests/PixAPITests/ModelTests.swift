import PixAPI
import Testing
import ToqueEncoding

/// The shapes of the provider's guide, with invented values.
@Suite struct ModelTests {
    private func expectRoundTrip<Model: JSONModel & Equatable>(_ model: Model) throws {
        let text = model.json.serialized()
        #expect(try Model(json: try JSON(parsing: text)) == model)
    }

    @Test("An enrollment is read with its details, and written with masked risk signals")
    func readsAnEnrollment() throws {
        let json = try JSON(
            parsing: """
                {"id": "e1", "created_by": "k1", "created_at": "2024-11-26T11:20:57.389056Z",
                 "updated_at": "2024-11-26T11:20:57Z", "external_id": null, "type": "open_finance_biometric_pix",
                 "status": "FAILED", "status_reason_code": "insufficient_funds", "status_reason_message": "No funds",
                 "metadata": {}, "unknown": [1],
                 "details": {"status": "AUTHORIZED", "customer": "c1", "institution": "i1", "platform": "IOS",
                  "name": "600f-Mobile", "callback_url": "https://loja.example/", "redirect_url": "https://b.example/",
                  "risk_signals": "*******", "expires_at": "2025-11-26T11:20:57Z",
                  "payer_information": {"bank_account": {"institution_id": "i1", "agency": "1234",
                   "number": "*****6789", "account_type": "CHECKINGS"}}}}
                """)
        let enrollment = try Enrollment(json: json)
        #expect(enrollment.statusReasonCode == StatusReasonCode(rawValue: "insufficient_funds"))
        #expect(enrollment.details.status == .authorized)
        #expect(enrollment.details.payerAccount?.agency == "1234")
        #expect(enrollment.json["details"]?["risk_signals"] == "*****")
        try expectRoundTrip(enrollment)
    }

    @Test("An invalid request reports the path of every member at fault")
    func namesTheMemberAtFault() throws {
        let json = try JSON(parsing: #"{"type": "open_finance_biometric_pix", "details": {"customer": 1}}"#)
        let error = #expect(throws: InvalidMembers.self) {
            try CreateEnrollmentRequest(validating: JSONReader(json))
        }
        #expect(
            error?.errors.map(\.path) == [
                "details.customer", "details.institution", "details.platform", "details.risk_signals",
            ])
        #expect(error?.errors.first?.found == "the number 1")
        // A client that reads a single error gets the first.
        #expect(throws: try #require(error?.errors.first)) { try CreateEnrollmentRequest(json: json) }
    }

    @Test("A callback URL is read as the success or failure of the redirection")
    func readsARedirect() throws {
        let success = CompleteRedirectionRequest.success(state: "s", code: "c d", idToken: "t")
        for url in [
            "https://loja.example/volta?state=s&code=c%20d&id_token=t", "app://x#state=s&code=c+d&id_token=t",
            "https://loja.example/?session=1&state=s#code=c+d&id_token=t",
        ] {
            #expect(try CompleteRedirectionRequest(callbackURL: url) == success, "\(url)")
        }
        let failure = CompleteRedirectionRequest.failure(
            state: "s", error: "access_denied", description: "Recusado")
        #expect(
            try CompleteRedirectionRequest(
                callbackURL: "https://loja.example/?state=s&error=access_denied&error_description=Recusado") == failure)
        for model in [success, failure] { try expectRoundTrip(model) }
        let error = #expect(throws: JSONMemberError.self) {
            try CompleteRedirectionRequest(callbackURL: "https://loja.example/?state=s&code=c")
        }
        #expect(error?.path == "id_token")
        #expect(throws: JSONMemberError.self) { try CompleteRedirectionRequest(callbackURL: "") }
    }

    private static let id = "40000000-0000-4000-8000-000000000001"

    @Test("Every request that is written reads back equal")
    func writesRequestsThatItReads() throws {
        let cpf = TaxIdentifier.cpf(try CPF("12345678909"))
        for customer in [
            CustomerReference.id(Self.id), .identifier(cpf), .customer(id: Self.id, identifier: cpf.masked),
        ] {
            try expectRoundTrip(
                CreateEnrollmentRequest(
                    externalID: "x", customer: customer, institution: Self.id, name: "n", platform: .crossPlatform,
                    callbackURL: "https://loja.example/", riskSignals: ["deviceId": "d"]))
        }
        let cnpj = TaxIdentifier.cnpj(try CNPJ("12ABC34501DE35"))
        for version in ResourceVersion.allCases {
            try expectRoundTrip(
                CreateCustomerRequest(version: version, identifier: cnpj, name: "Loja", email: "a@loja.example"))
            try expectRoundTrip(
                CreateBankAccountRequest(
                    version: version, institution: Self.id, agency: "0001", number: "1-2", accountType: "SAVINGS",
                    holderName: "Loja", holderIdentifier: cnpj))
        }
        try expectRoundTrip(
            CreateBankAccountRequest(
                institution: Self.id, branchNumber: "0001", accountNumber: "1-2", accountType: "SAVINGS",
                holderName: "Loja", holderType: .business))
        try expectRoundTrip(UpdateBankAccountRequest(active: false))
        try expectRoundTrip(CompletePaymentIntentRequest())
        try expectRoundTrip(
            ConfirmEnrollmentRequest(credentialID: [1, 2], clientDataJSON: [3], attestationObject: [4, 5]))
        let authorize = AuthorizePaymentIntentRequest(
            platform: .ios, riskSignals: ["deviceId": "d"], credentialID: [255, 254], clientDataJSON: [1],
            authenticatorData: [2], signature: [3], userHandle: nil)
        #expect(authorize.json["assertion"]?["response"]?["userHandle"] == "")
        try expectRoundTrip(authorize)
        try expectRoundTrip(
            CreatePaymentIntentRequest(
                amount: try #require(Amount("0.13")), customer: .id(Self.id), description: "d",
                method: PaymentMethodDetails(beneficiaryBankAccount: Self.id, enrollment: Self.id)))
    }

    @Test("A credential whose id and rawId differ is refused at rawId")
    func refusesCredentialsThatDisagree() throws {
        let body = ConfirmEnrollmentRequest(credentialID: [1, 2], clientDataJSON: [3], attestationObject: [4])
        var data = try #require(body.json["confirmation_data"]?.objectValue)
        data["rawId"] = "AQM"
        let error = #expect(throws: JSONMemberError.self) {
            try ConfirmEnrollmentRequest(json: ["confirmation_data": .object(data)])
        }
        #expect(error?.path == "confirmation_data.rawId")
    }

    @Test("A payment intent with its charge reads back equal after it is written")
    func readsPaymentIntents() throws {
        let instant = try #require(Timestamp("2026-03-01T12:00:00Z"))
        let amount = try #require(Amount("0.13"))
        let charge = Charge(
            id: "ch1", createdBy: "k1", createdAt: instant, updatedAt: instant, status: .failed, amount: amount,
            customer: "c1", paymentIntent: "p1", failureCode: "consent_expired", failureMessage: "Too late.")
        let intent = PaymentIntent(
            id: "p1", createdBy: "k1", createdAt: instant, updatedAt: instant, status: .failed, amount: amount,
            customer: "c1", description: "d",
            method: PaymentMethodDetails(beneficiaryBankAccount: "b1", enrollment: "e1"),
            information: PaymentMethodInformation(
                provider: "belvo", consentID: "urn:bank:1", fidoOptions: ["rpId": "belvo.com"], endToEndID: "E1"),
            failureCode: "consent_expired", failureMessage: "Too late.", charges: [charge])
        #expect(intent.json["amount"] == "0.13")
        try expectRoundTrip(intent)
    }

    @Test("A page is read with its results and the link to the next page")
    func readsPages() throws {
        let json = try JSON(
            parsing: """
                {"count": 2, "next": "https://api.example/?page=2", "previous": null,
                 "results": [{"id": "i1", "name": "n", "display_name": "N", "payment_methods": null}]}
                """)
        let page = try Page<Institution>(json: json)
        #expect(page.results.map(\.displayName) == ["N"])
        #expect(page.next == "https://api.example/?page=2")
        #expect(try Page<Institution>(json: page.json).results == page.results)
    }

    @Test("Errors are read from an array, an object, or any other JSON")
    func readsErrors() throws {
        let json = try JSON(
            parsing:
                #"[{"request_id": "r", "message": {"a": ["b"]}, "code": "required", "field": "x"}, {"detail": "d"}]"#)
        let items = APIErrorItem.items(json: json)
        #expect(items.map(\.description) == [#"required at x: {"a":["b"]}"#, "error: d"])
        #expect(APIErrorItem.items(json: ["code": "one"]).map(\.code) == ["one"])
        #expect(APIErrorItem.items(json: "text").map(\.description) == ["error: text"])
    }

    @Test("A status reason code is written in snake case")
    func everyReasonIsSnakeCase() {
        #expect(
            StatusReasonCode.redirectionBackFromInstitutionFailed.rawValue == "redirection_back_from_institution_failed"
        )
        #expect(StatusReasonCode.canceledDueToExpiration.rawValue == "canceled_due_to_expiration")
    }
}
