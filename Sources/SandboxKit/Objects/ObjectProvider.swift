import Sandbox
import ToqueEncoding

/// A provider whose objects follow state tables.
package protocol ObjectProvider: SandboxProvider {
    /// Every stored kind of object.
    var models: [any StoredModel.Type] { get }
    /// The processes of objects with scenarios.
    var processes: [any ScenarioProcess] { get }
    /// Its behaviors with their sources.
    var fidelity: [FidelitySection] { get }
}

extension ObjectProvider {
    package var fidelity: [FidelitySection] { [] }

    /// The kinds of all timers of its objects.
    package var timerKinds: [String] { processes.flatMap { type(of: $0).timerKinds } }

    package func check(_ object: JSONReader) throws(JSONMemberError) { try models.check(object) }

    package func fire(_ timer: SandboxTimer, _ transaction: Transaction) throws {
        for process in processes where try process.fire(timer, transaction) { return }
    }

    package func scenarioChanged(of object: String, _ transaction: Transaction) throws {
        for process in processes where try process.scenarioChanged(of: object, transaction) { return }
    }
}
