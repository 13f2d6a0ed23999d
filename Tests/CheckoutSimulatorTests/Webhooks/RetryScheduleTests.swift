import Sandbox
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

@Suite struct RetryScheduleTests {
    /// An approved payment and the attempts of its only webhook.
    private struct Told {
        let delivery: JSON
        let received: [MerchantServer.Webhook]
        /// The times of the attempts, on the tenant's clock.
        let times: [Timestamp]
        /// The payment's status, as the merchant's server reads it.
        let status: String
    }

    /// Approves a payment and advances the clock.
    private func told(_ schedule: RetrySchedule, answers: [Int], scenario: String? = nil) async throws -> Told {
        var result: Told?
        try await MerchantServer.run(answers: answers) { merchant, url in
            try await schedule.page.provider.runJudging { sandbox in
                if let scenario { try await sandbox.control("PUT", "scenario", ["scenario": .string(scenario)]) }
                let (id, page) = try await sandbox.asked("order-1", by: schedule.page.method)
                try await sandbox.control("POST", "clock/freeze", [:])
                // Earlier webhooks go elsewhere.
                let added = try await sandbox.control("POST", "webhooks", ["url": .string(url)])
                try #require(added.status == 201, "\(added.text)")
                try #require(try await sandbox.approve(page).json["outcome"] == "approved")
                try await sandbox.control("POST", "clock/advance", ["seconds": .int(schedule.horizon)])
                let deliveries = try await sandbox.deliveries(of: id).filter { $0["url"]?.stringValue == url }
                try #require(deliveries.count == 1)
                let times = (deliveries[0]["attempts"]?.arrayValue ?? []).compactMap { $0["time"]?.stringValue }
                result = Told(
                    delivery: deliveries[0], received: merchant.received, times: times.compactMap(Timestamp.init),
                    status: try await sandbox.told(id))
            }
        }
        return try #require(result)
    }

    private func isGenuine(_ told: Told, _ attempt: Int, _ schedule: RetrySchedule) throws -> Bool {
        let webhook = told.received[attempt]
        // All attempts have the same content; Yuno numbers them.
        let body = try JSON(parsing: webhook.body)
        for (name, value) in try #require(told.delivery["body"]?.objectValue) where name != "retry" {
            #expect(body[name] == value)
        }
        #expect(webhook.headers("Content-Type") == "application/json")
        return (try? schedule.judge(webhook, attempt, told.times[attempt])) != nil
    }

    @Test(
        "A webhook that is never accepted is retried on schedule, signed each time, and then no more",
        arguments: RetrySchedule.all)
    func untaken(schedule: RetrySchedule) async throws {
        let told = try await told(schedule, answers: schedule.refusals)
        #expect(told.received.count == schedule.attempts.count)
        try #require(told.times.count == schedule.attempts.count)
        for (index, time) in told.times.enumerated() {
            let seconds = Double((time - told.times[0]).microseconds) / 1e6
            #expect(abs(seconds - schedule.attempts[index]) < 0.01, "attempt \(index)")
            #expect(try isGenuine(told, index, schedule), "attempt \(index)")
        }
        #expect(told.delivery["state"] == "failed")
        #expect(told.delivery["due"] == .null)
        let statuses = told.delivery["attempts"]?.arrayValue?.compactMap { $0["status"]?.intValue }
        #expect(statuses == schedule.attempts.indices.map { schedule.refusals[$0 % schedule.refusals.count] })
        #expect(told.status == schedule.page.paid)
    }

    @Test("A status that accepts a webhook ends its attempts, and no other status does", arguments: RetrySchedule.all)
    func taken(schedule: RetrySchedule) async throws {
        for taking in schedule.takings {
            let answers = schedule.refusals.prefix(schedule.attempts.count - 1) + [taking]
            let told = try await told(schedule, answers: Array(answers))
            #expect(told.received.count == answers.count, "\(taking)")
            #expect(told.delivery["state"] == "delivered", "\(taking)")
            #expect(told.delivery["due"] == .null)
            #expect(told.status == schedule.page.paid)
        }
    }

    @Test(
        "With webhook_badly_signed the first attempt is forged, and each one behind it genuine",
        arguments: RetrySchedule.all)
    func badlySigned(schedule: RetrySchedule) async throws {
        let told = try await told(schedule, answers: schedule.refusals, scenario: "webhook_badly_signed")
        try #require(told.received.count == schedule.attempts.count)
        let verdicts = try schedule.attempts.indices.map { try isGenuine(told, $0, schedule) }
        #expect(verdicts == schedule.attempts.indices.map { $0 > 0 })
    }
}
