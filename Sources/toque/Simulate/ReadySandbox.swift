import PixAPI
import Sandbox
import ToqueEncoding

/// What a person, or a program that waits, has to know of a sandbox that answers.
struct ReadySandbox {
    let url: String
    let keys: KeySource
    let database: SandboxStore.Location
    /// The certificate that a client has to trust; nil without TLS.
    let certificate: String?
    let hasControl: Bool
    let processID: Int32

    var json: JSON {
        let path: JSON =
            switch database {
            case .memory: .null
            case .file(let path): .string(path)
            }
        return [
            "url": .string(url), "control_url": hasControl ? .string("\(url)/_toque") : .null,
            "keys": .array(keys.keys.map { ["id": .string($0.id), "secret": .string($0.secret)] }),
            "tenant": .string(keys.first.id), "database": path, "pid": .int(processID),
        ]
    }

    /// A first request, to be pasted into a shell.
    var curl: String {
        let trust = certificate.map { "--cacert \($0.shellQuoted) " } ?? ""
        return "curl \(trust)-u \(keys.shellWord) \(url)/institutions/"
    }

    /// The commands for another terminal.
    var control: String {
        guard hasControl else { return "Control is off: --no-control." }
        let server = url == ControlOptions.defaultServer ? "" : " --server \(url)"
        return "In another terminal: toque logs --follow\(server), toque sandbox scenarios\(server)"
    }

    /// Where the data are.
    var place: String {
        switch database {
        case .memory: "in memory"
        case .file(let path): "in \(path)"
        }
    }
}
