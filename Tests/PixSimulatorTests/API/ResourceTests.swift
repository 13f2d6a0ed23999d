import PixAPI
import PixSimulator
import Sandbox
import Testing
import ToqueEncoding

@Suite struct ResourceTests {
    @Test("Institutions are listed in pages and found by name, type, and ID")
    func listsInstitutions() async throws {
        try await Simulation.run { simulation in
            let page = try Page<Institution>(json: try await simulation.get("/institutions/?page_size=10").json)
            #expect(page.results.count == 10)
            #expect(page.results.first?.displayName == "Banco Aurora")
            #expect(page.previous == nil)
            let next = try #require(page.next)
            let second = try Page<Institution>(json: try await simulation.get(next).json)
            #expect(second.results.map(\.sortPriority).prefix(5) == [11, 12, 13, 14, 15])
            #expect(second.previous != nil)
            let found = try await simulation.get("/institutions/?name=AURO&institution_type=individual")
            #expect(found.json["results"]?.arrayValue?.map { $0["name"] } == ["aurora_retail"])
            let ids = page.results.prefix(2).map(\.id).joined(separator: ",")
            #expect(try await simulation.get("/institutions/?id__in=\(ids)").json["count"] == 2)
        }
    }

    @Test("Customers are created, read, and listed, and invalid identifiers are refused")
    func keepsCustomers() async throws {
        try await Simulation.run { simulation in
            let seeded = try Customer(json: try await simulation.get("/customers/\(Simulation.customer)/").json)
            #expect(seeded.identifier == "12******09")
            #expect(seeded.createdAt.date == "2024-01-31")
            let body = CreateCustomerRequest(
                identifier: try TaxIdentifier("11222333000181"), name: "Loja", externalID: "c-1")
            let answer = try await simulation.post("/customers/", body.json)
            #expect(answer.status == 201)
            let created = try Customer(json: answer.json)
            #expect(created.identifierType == "CNPJ")
            #expect(created.customerType == "BUSINESS")
            #expect(created.identifier == "11******81")
            #expect(try Customer(json: try await simulation.get("/customers/\(created.id)/").json) == created)
            let listed = try Page<Customer>(json: try await simulation.get("/customers/?external_id=c-1").json)
            #expect(listed.results == [created])
            #expect(try await simulation.get("/customers/?identifier=12345678909").json["count"] == 1)
            for identifier in ["1234567890", "1234567890a", "12345678900", "123.456.789-09", "١٢٣٤٥٦٧٨٩٠١"] {
                let refused = try await simulation.post(
                    "/customers/", ["identifier": .string(identifier), "name": "x"])
                #expect(refused.field == "identifier")
            }
        }
    }

    @Test("Bank accounts are created, read, and listed, and unknown institutions are refused")
    func keepsBankAccounts() async throws {
        try await Simulation.run { simulation in
            let body = CreateBankAccountRequest(
                institution: Simulation.institution, branchNumber: "0001", accountNumber: "99", accountType: "SAVINGS",
                holderName: "Ana Exemplo", holderType: .individual)
            let answer = try await simulation.post("/bank-accounts/", body.json)
            #expect(answer.status == 201)
            let created = try BankAccount(json: answer.json)
            #expect(created.institutionName == "Banco Aurora")
            #expect(try BankAccount(json: try await simulation.get("/bank-accounts/\(created.id)/").json) == created)
            #expect(try await simulation.get("/bank-accounts/").json["count"] == 2)
            var unknown = body
            unknown.institution = "x"
            #expect(try await simulation.post("/bank-accounts/", unknown.json).field == "institution")
        }
    }

    @Test("Enrollments are listed newest first and found by their filters")
    func filtersEnrollments() async throws {
        // The guide requires `device_id` with each filter.
        try await Simulation.run(configure: { $0.fidelity = .lenient }) { simulation in
            var body = try #require(Simulation.enrollmentBody().objectValue)
            body["external_id"] = "e-1"
            let first = try await simulation.createEnrollment(.object(body))
            let second = try await simulation.createEnrollment()
            let all = try await simulation.get("/enrollments/")
            #expect(all.json["results"]?.arrayValue?.map { $0["id"] } == [second["id"], first["id"]])
            let queries = [
                "external_id=e-1": 1, "external_id=e-2": 0, "status=PENDING": 2, "status=FAILED": 0,
                "customer__identifier=12345678909": 2, "customer__identifier=11144477735": 0,
                "customer=\(Simulation.customer)": 2, "customer=\(Simulation.account)": 0,
                "institution=\(Simulation.institution)": 2,
                "device_id=K78c0ffee&external_id=e-1": 1, "device_id=": 2,
            ]
            for (query, count) in queries {
                let answer = try await simulation.get("/enrollments/?\(query)")
                #expect(answer.json["count"]?.intValue == count, "\(query)")
            }
        }
    }

    @Test("The environment for commands names the server, the key, and the seeded objects")
    func namesItselfInTheEnvironment() async throws {
        try await Simulation.run { simulation in
            let environment = simulation.simulator.environment(key: .sandbox)
            #expect(environment["TOQUE_SERVER"] == simulation.simulator.url)
            #expect(environment["TOQUE_API_KEY_ID"] == "sandbox")
            #expect(environment["TOQUE_API_KEY_SECRET"] == "sandbox")
            #expect(environment["TOQUE_PROVIDER"] == "biometric-pix")
            #expect(environment["TOQUE_BIOMETRIC_PIX_SERVER"] == simulation.simulator.url)
            #expect(environment["TOQUE_BIOMETRIC_PIX_KEY_ID"] == "sandbox")
            #expect(environment["TOQUE_BIOMETRIC_PIX_KEY_SECRET"] == "sandbox")
            #expect(environment["TOQUE_ACCOUNT_TENURE"] == "2024-01-31")
            for (name, path) in [
                ("TOQUE_CUSTOMER", "/customers/"), ("TOQUE_BENEFICIARY_BANK_ACCOUNT", "/bank-accounts/"),
            ] {
                let id = try #require(environment[name])
                #expect(try await simulation.get("\(path)\(id)/").status == 200)
            }
            let institution = try #require(environment["TOQUE_INSTITUTION"])
            #expect(try await simulation.get("/institutions/?id__in=\(institution)").json["count"] == 1)
        }
    }

    @Test("A configuration without keys, or with an unsafe host or port, is refused")
    func refusesUnsafeConfigurations() async throws {
        let changes: [@Sendable (inout PixSimulator.Configuration) -> Void] = [
            { $0.sandbox.keys = [] }, { $0.sandbox.host = "0.0.0.0" }, { $0.sandbox.port = 70_000 },
        ]
        for change in changes {
            await #expect(throws: SandboxConfigurationError.self) {
                try await Simulation.run(configure: change) { _ in }
            }
        }
    }

    @Test("The simulator does not start on a port that is in use")
    func saysWhenThePortIsTaken() async throws {
        try await Simulation.run { simulation in
            let port = try #require(simulation.simulator.url.split(separator: ":").last.flatMap { Int($0) })
            await #expect(throws: SandboxServerError.self) {
                try await Simulation.run(configure: { $0.sandbox.port = port }) { _ in }
            }
        }
    }
}
