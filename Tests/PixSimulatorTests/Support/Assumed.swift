import Synchronization

/// The IDs in `X-Toque-Assumed` of a simulation's answers.
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
