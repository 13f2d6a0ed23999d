import PixAPI
import Testing
import ToqueEncoding

/// Pagination and filters of every list.
@Suite struct ListTests {
    private func count(_ simulation: Simulation, _ path: String) async throws -> Int? {
        let answer = try await simulation.get(path)
        #expect(answer.status == 200, "\(path): \(answer.text)")
        return answer.json["count"]?.intValue
    }

    @Test("Payment intents, charges, and transactions are found by their filters")
    func findsPaymentIntentsChargesAndTransactions() async throws {
        try await Simulation.run { simulation in
            let (enrollment, device) = try await simulation.enrolled()
            var body = try #require(Simulation.intentBody(enrollment: enrollment).objectValue)
            body["external_id"] = "pedido-1"
            let first = try await simulation.post("/payment-intents/", .object(body)).json
            simulation.clock.advance(by: .seconds(10))
            // No idempotency key is documented: the same request makes a second object, and external_id finds both.
            let second = try await simulation.post("/payment-intents/", .object(body)).json
            #expect(first["id"] != second["id"])
            let id = try #require(first["id"]?.stringValue)
            let options = try #require(
                first["payment_method_information"]?["open_finance_biometric_pix"]?["fido_options"])
            let assertion = try device.sign(options, signals: Simulation.signals)
            #expect(try await simulation.post("/payment-intents/\(id)/authorize/", assertion).status == 204)
            simulation.clock.advance(by: .seconds(1))

            let listed = try await simulation.get("/payments/br/payment-intents?external_id=pedido-1").json
            #expect(listed["results"]?.arrayValue?.map { $0["id"] } == [second["id"], first["id"]])
            let created = try #require(first["created_at"]?.stringValue)
            let queries = [
                "status=SUCCEEDED": 1, "status=pending": 1, "status=FAILED": 0, "external_id=x": 0,
                "customer=\(Simulation.customer)": 2, "id__in=\(id)": 1, "created_at=2026-03-01": 2,
                "created_at=2026-03-02": 0, "created_at__gt=\(created)": 1, "created_at__gte=\(created)": 2,
                "created_at__lte=9999-12-31": 2, "created_at__gt=9999-12-31": 0,
                "created_at__lt=\(created)": 0, "created_at__lte=\(created)": 1, "created_after=\(created)": 1,
                "created_before=2026-03-02": 2, "created_at__gt=2026-03-01": 0,
                "created_at__range=2026-02-01,2026-03-01": 2, "created_at__range=2026-03-02,2026-04-01": 0,
            ]
            for (query, expected) in queries {
                #expect(try await count(simulation, "/payment-intents/?\(query)") == expected, "\(query)")
            }

            let charges = try Page<Charge>(
                json: try await simulation.get("/charges/?payment_intent=\(id)").json
            ).results
            let charge = try #require(charges.first)
            #expect(charges.count == 1)
            #expect(charge.status == .succeeded)
            #expect(charge.payerAccount?.number == "*****6789")
            #expect(charge.information?.endToEndID?.count == 32)
            #expect(charge.information?.fidoOptions == nil)
            #expect(try await Charge(json: simulation.get("/charges/\(charge.id)/").json) == charge)
            #expect(try await count(simulation, "/charges/?status=PENDING") == 1)
            #expect(try await count(simulation, "/charges/") == 2)

            let movements = try Page<PaymentTransaction>(
                json: try await simulation.get("/transactions/?charge=\(charge.id)").json
            ).results
            let movement = try #require(movements.first)
            #expect(charge.transactions == [movement.id])
            #expect(movement.amount == charge.amount)
            #expect(movement.direction == .inflow)
            #expect(movement.beneficiary == Simulation.account)
            #expect(
                try await PaymentTransaction(json: simulation.get("/transactions/\(movement.id)/").json) == movement)
            #expect(try await count(simulation, "/transactions/?transaction_type=OUTFLOW") == 0)
            #expect(try await count(simulation, "/transactions/") == 1)
        }
    }

    @Test("The links between pages keep the filters")
    func linksPagesThatKeepTheFilters() async throws {
        try await Simulation.run { simulation in
            for number in 1...3 {
                let body = CreateCustomerRequest(
                    identifier: try TaxIdentifier("12345678909"), name: "Ana \(number)", externalID: "mesma")
                #expect(try await simulation.post("/customers/", body.json).status == 201)
            }
            let first = try Page<Customer>(
                json: try await simulation.get("/payments/br/customers?external_id=mesma&page_size=2").json)
            #expect(first.results.map(\.name) == ["Ana 3", "Ana 2"])
            let next = try #require(first.next)
            #expect(next.hasPrefix(simulation.simulator.url + "/payments/br/customers?"))
            let second = try Page<Customer>(json: try await simulation.get(next).json)
            #expect(second.results.map(\.name) == ["Ana 1"])
            #expect(second.next == nil)
            let back = try Page<Customer>(json: try await simulation.get(second.previous ?? "").json)
            #expect(back.results == first.results)
            // A page size above the maximum counts as the maximum.
            #expect(try await count(simulation, "/customers/?page_size=5000") == 4)
        }
    }

    @Test(
        "A wrong query parameter is refused with its name",
        arguments: [
            ("/institutions/", "page=0"), ("/institutions/", "page=1.5"), ("/institutions/", "page_size=0"),
            ("/institutions/", "page_size=99999999999999999999"), ("/institutions/", "name=ab"),
            ("/institutions/", "institution_type=OTHER"), ("/institutions/", "id__in=x"),
            ("/institutions/", "nome=aurora"),
            ("/institutions/", "status=PENDING"), ("/customers/", "identifier=12345678900"),
            ("/customers/", "external_id=%00"), ("/enrollments/", "customer=x&device_id=a"),
            ("/enrollments/", "status=AUTHORISED&device_id=a"), ("/enrollments/", "customer__identifier=1&device_id=a"),
            ("/payment-intents/", "created_at=01/03/2026"),
            ("/payment-intents/", "created_at__range=2026-03-01"), ("/charges/", "payment_intent=40000000"),
            ("/transactions/", "id__in=,"), ("/bank-accounts/", "holder_type=CPF"),
        ])
    func refusesWrongParameters(path: String, query: String) async throws {
        try await Simulation.run { simulation in
            let answer = try await simulation.get("\(path)?\(query)")
            #expect(answer.status == 400, "\(answer.text)")
            #expect(answer.code == "invalid")
            #expect(answer.field == query.split(separator: "=").first.map(String.init))
        }
    }

    @Test("Every wrong query parameter of a request is reported")
    func namesEveryWrongParameter() async throws {
        try await Simulation.run { simulation in
            let answer = try await simulation.get("/enrollments/?page=x&divice_id=a&device_id=a&status=y")
            let fields = answer.json.arrayValue?.compactMap { $0["field"]?.stringValue } ?? []
            #expect(Set(fields) == ["page", "divice_id", "status"])
            #expect(answer.status == 400)
        }
    }
}
