import Sandbox

extension SandboxResponse {
    /// The same answer with what goes wrong with it on its way.
    func struck(by faults: [Fault]) -> SandboxResponse {
        var response = self
        response.faults = faults
        return response
    }
}
