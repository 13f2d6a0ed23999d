import CheckoutContracts
import Testing
import ToqueEncoding
import ToqueTestSupport

/// Answers in the servers' form.
@Suite struct PlacetoPayModelTests {
    @Test("The information of a paid session is read, with amounts exact to the digit")
    func information() throws {
        let json = try JSON(
            parsing: """
                {"status": {"status": "APPROVED", "reason": "00", "message": "Aprobada",
                 "date": "2023-10-17T16:30:00-05:00"},
                 "requestId": 2630139,
                 "request": {"locale": "es_CO", "payer": {"name": "Ana", "document": "1"},
                  "payment": {"reference": "r", "amount": {"currency": "COP", "total": 165000.0,
                   "details": [{"kind": "shipping", "amount": 15000}, {"kind": "subtotal", "amount": 150000.0}]}},
                  "fields": [{"keyword": "_processUrl_", "value": "https://checkout.example/1/a", "displayOn": "none"}],
                  "returnUrl": "redirection://receipt?return"},
                 "payment": [{"status": {"status": "APPROVED", "reason": "00", "message": "", "date": "x"},
                  "internalReference": 1568, "reference": "r", "paymentMethod": "visa", "paymentMethodName": "Visa",
                  "issuerName": "Banco", "amount": {"from": {"currency": "COP", "total": 65000},
                  "to": {"currency": "COP", "total": 65000}, "factor": 1}, "authorization": "000000",
                  "receipt": "1", "franchise": "CR_VS", "refunded": false,
                  "processorFields": [{"keyword": "merchantCode", "value": "012988341", "displayOn": "none"}]}],
                 "subscription": null}
                """)
        let information = try PlacetoPaySessionInformation(json: json)
        #expect(information.status.session == .final(.approved))
        #expect(information.requestID == 2_630_139)
        #expect(information.request?.payer?.name == "Ana" && information.request?.buyer == nil)
        #expect(information.request?.payment.amount.total == ExactDecimal("165000"))
        #expect(
            information.request?.json["payment"]?["amount"]?["total"]
                == json["request"]?["payment"]?["amount"]?["total"])
        #expect(information.request?.fields.first?.keyword == "_processUrl_")
        #expect(information.payment?.first?.status.transaction == .final(.approved))
        #expect(information.payment?.first?.processorFields.first?.value == "012988341")
        #expect(try PlacetoPaySessionInformation(json: information.json) == information)
    }

    @Test("Before the first attempt, payment is null, and a server may omit all of the request but the payment")
    func leastInformation() throws {
        let json: JSON = [
            "status": ["status": "PENDING", "reason": "PT", "message": "Pendiente", "date": "x"], "requestId": 1,
            "request": ["payment": ["reference": "r", "amount": ["currency": "COP", "total": 1]]], "payment": .null,
        ]
        let information = try PlacetoPaySessionInformation(json: json)
        #expect(information.payment == nil)
        #expect(information.json["payment"] == .null && information.json["subscription"] == .null)
        #expect(throws: JSONMemberError.self) {
            try PlacetoPaySessionInformation(json: json.with("request.payment", nil))
        }
    }

    @Test("The answer to a new session has its number and page, and a refusal has neither")
    func response() throws {
        let made = try PlacetoPaySessionResponse(json: [
            "status": ["status": "OK", "reason": "PC", "message": "", "date": "x"], "requestId": 7,
            "processUrl": "https://checkout.example/spa/session/7/h",
        ])
        #expect(made.requestID == 7 && made.processURL == "https://checkout.example/spa/session/7/h")
        let refused = try PlacetoPaySessionResponse(json: [
            "status": ["status": "FAILED", "reason": 401, "message": "Authentication failed 102", "date": "x"]
        ])
        #expect(refused.requestID == nil && refused.processURL == nil)
        #expect(refused.status.message.flatMap(PlacetoPayAuthError.init(message:)) == .wrongTranKey)
    }

    @Test("A cancellation has the request's status and the session's own")
    func cancellation() throws {
        let session: JSON = [
            "status": ["status": "REJECTED", "reason": "MC", "message": "", "date": "x"], "requestId": 7,
            "request": .null, "payment": .null, "subscription": .null,
        ]
        let cancellation = try PlacetoPayCancellation(json: [
            "status": ["status": "OK", "reason": "00", "message": "", "date": "x"], "session": session,
        ])
        #expect(cancellation.status.session == nil)
        #expect(cancellation.session.status.session == .final(.rejected))
        #expect(cancellation.session.status.reason == .canceledByMerchant)
    }
}
