import Testing
import ToqueEncoding

@testable import TestVectors

/// One sandbox of each provider for all rows, and two passkeys of the payer: one with a counter and one without.
struct RunningSandboxes: SuiteTrait, TestScoping {
    @TaskLocal static var all: [any PayerSandbox] = []

    static func running(_ provider: any PayerSandbox.Type) throws -> any PayerSandbox {
        try #require(all.first { type(of: $0) == provider })
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let providers = JudgedPage.all.map(\.provider).reduce(into: [any PayerSandbox.Type]()) { providers, next in
            if !providers.contains(where: { $0 == next }) { providers.append(next) }
        }
        try await start(providers[...], [], function)
    }

    private func start(
        _ providers: ArraySlice<any PayerSandbox.Type>, _ running: [any PayerSandbox],
        _ function: @Sendable () async throws -> Void
    ) async throws {
        guard let next = providers.first else { return try await Self.$all.withValue(running, operation: function) }
        try await next.runJudging { sandbox in
            try await register(sandbox)
            try await start(providers.dropFirst(), running + [sandbox], function)
        }
    }

    private func register(_ sandbox: any PayerSandbox) async throws {
        let method = JudgedPage.of(type(of: sandbox)).method
        for (seed, counter) in [("device", 0), ("counter", AssertionFault.storedCounter)] {
            let (_, page) = try await sandbox.asked("of-\(seed)", by: method)
            let approved = try await sandbox.approve(
                "\(page)?passkey=new", .init(counter: counter), by: PayerDevice(seed: seed, origin: sandbox.origin))
            try #require(approved.json["outcome"] == "approved", "\(approved.text)")
        }
    }
}

@Suite(RunningSandboxes()) struct AssertionFaultTests {
    @Test(
        "An assertion with a fault moves no money at any provider, and its verdict is reported",
        arguments: JudgedPage.all, AssertionFault.all)
    func refused(page: JudgedPage, fault: AssertionFault) async throws {
        let sandbox = try RunningSandboxes.running(page.provider)
        let (id, url) = try await sandbox.asked("\(page.method)-\(fault.name)", by: page.method)
        #expect(try await sandbox.told(id) == page.waiting)
        let shown = try await sandbox.shown(url)
        let device = try PayerDevice(seed: fault.isOfCounter ? "counter" : "device", origin: sandbox.origin)
        let options = try #require(shown["authentication"])
        let answer = try await sandbox.decide(
            url, ["decision": "approve", "authentication": fault.answer(options, by: device)])
        #expect(try await !sandbox.isPaid(id))

        let verdicts = try await sandbox.ceremonies(of: id).map { $0["verdict"]?["code"]?.stringValue }
        if let code = fault.code {
            #expect(answer.status == 200)
            #expect(answer.json["outcome"] == "refused" && answer.json["code"]?.stringValue == code, "\(answer.text)")
            #expect(verdicts == [code])
            #expect(try await sandbox.told(id) == page.refused)
        } else {
            #expect(answer.status == 400 && answer.text.contains("authentication"), "\(answer.text)")
            #expect(verdicts == [])
            #expect(try await sandbox.told(id) == page.waiting)
        }

        // The right assertion, which pays if the payment still waits.
        let right = try PayerDevice(origin: sandbox.origin)
        if fault.code == nil || page.isPatient {
            let approved = try await sandbox.approve(url, by: right)
            #expect(approved.json["outcome"] == "approved", "\(approved.text)")
            #expect(try await sandbox.told(id) == page.paid)
            #expect(try await sandbox.isPaid(id))
        } else {
            #expect(try await sandbox.decide(url, right.approval(shown)).status == 409)
            #expect(try await sandbox.told(id) == page.refused)
        }
    }

    @Test("An assertion that breaks no rule of the pages pays", arguments: AssertionFault.harmless.sorted())
    func harmless(name: String) async throws {
        let fault = try #require(PixFault<PixPayment>.all.first { $0.name == name })
        let kiosk = try RunningSandboxes.running(KioskSandbox.self)
        let (id, url) = try await kiosk.asked(name, by: "page")
        var payment = try PayerDevice(origin: kiosk.origin).payment(
            try #require(try await kiosk.shown(url)["authentication"]))
        try fault.apply(&payment)
        let body: JSON = ["decision": "approve", "authentication": try payment.response().json()]
        #expect(try await kiosk.decide(url, body).json["outcome"] == "approved")
        #expect(try await kiosk.told(id) == "paid")
    }

    @Test("The faults that are left to the server change nothing that a device sends")
    func ofTheServer() throws {
        let device = try PayerDevice(origin: "http://localhost:1")
        let right = try device.payment(["challenge": "AAAA"])
        let names = AssertionFault.ofTheServer
        let faults = PixFault<PixPayment>.all.filter { names.contains($0.name) }
        #expect(Set(faults.map(\.name)) == names)
        for fault in faults {
            var broken = right
            try fault.apply(&broken)
            #expect(try broken.response() == right.response(), "\(fault.name)")
        }
    }
}
