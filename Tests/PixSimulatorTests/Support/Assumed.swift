import Synchronization

/// What the answers of a simulation named in `X-Toque-Assumed`.
final class Assumed: Sendable {
    private let collected = Mutex<Set<String>>([])
    var ids: Set<String> { collected.withLock { $0 } }

    func add(_ answer: Simulation.Answer) {
        guard let header = answer.headers["x-toque-assumed"] else { return }
        collected.withLock { ids in
            for id in header.split(separator: ",") { ids.insert(String(id.drop { $0 == " " })) }
        }
    }
}
