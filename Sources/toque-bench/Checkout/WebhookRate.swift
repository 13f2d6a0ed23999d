import Glibc
import Synchronization
import ToqueEncoding

/// A sandbox's rate of signing and delivering due webhooks.
enum WebhookRate {
    private static let webhooks = 1_500

    /// Requests repeated deliveries of earlier payments' webhooks while the merchant's server delays its responses.
    /// Measures from the end of the delay to the last webhook.
    /// - Returns: webhooks per second.
    static func measure(_ sandbox: ShopSandbox) throws -> Double {
        let receiver = sandbox.shop.webhooks
        let deliveries = try deliveries(of: sandbox.server.port)
        guard !deliveries.isEmpty else { throw Processes.Failure(description: "no webhook was delivered") }
        // The last flow's webhooks are still being delivered.
        usleep(500_000)
        let (before, clock) = (receiver.count, ContinuousClock())
        receiver.hold()
        let begun = clock.now
        let next = Atomic(0)
        let queued = Atomic(0)
        let port = sandbox.server.port
        Threads.run(4) { _ in
            guard let connection = try? HTTPConnection(port: port) else { return }
            // A response after more than 5 seconds does not count.
            while clock.now - begun < .seconds(4) {
                let index = next.add(1, ordering: .relaxed).oldValue
                guard index < webhooks else { return }
                let path = "/_toque/deliveries/\(deliveries[index % deliveries.count])/replay"
                if (try? connection.send("POST", path))?.status == 201 { queued.add(1, ordering: .relaxed) }
            }
        }
        let count = queued.load(ordering: .relaxed)
        let start = clock.now
        receiver.release()
        while receiver.count < before + count {
            guard clock.now - start < .seconds(60) else {
                throw Processes.Failure(description: "\(receiver.count - before) of \(count) webhooks came")
            }
            usleep(1000)
        }
        return Double(count) / (clock.now - start).inSeconds
    }

    /// IDs of deliveries, one per object, because an object's deliveries are sequential.
    private static func deliveries(of port: UInt16) throws -> [String] {
        let answer = try HTTPConnection(port: port).send("GET", "/_toque/deliveries?limit=1000")
        let log = try JSON(parsing: answer.body, limits: .init(size: 64 << 20))
        let deliveries = log["deliveries"]?.arrayValue ?? []
        var objects: Set<String> = []
        return deliveries.compactMap { delivery in
            guard let object = delivery["object"]?.stringValue, objects.insert(object).inserted else { return nil }
            return delivery["id"]?.stringValue
        }
    }
}
