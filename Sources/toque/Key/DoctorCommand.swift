import ArgumentParser
import SecurityKey
import ToqueEncoding

struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Diagnose why no security key is found.",
        discussion: """
            Exits 0 if a key can be used, 1 if not.

            Example: toque doctor
            """)

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let diagnosis = KeyDiagnosis()
        if json {
            try Console.standard.result(diagnosis.json.serialized(pretty: true))
        } else {
            for finding in diagnosis.findings { try Console.standard.result(finding) }
        }
        guard diagnosis.isUsable else { throw ExitCode(ExitStatus.failed.rawValue) }
    }
}

extension KeyDiagnosis {
    fileprivate var json: JSON {
        let devices = devices.map { device -> JSON in
            let access =
                switch device.access {
                case .allowed: "allowed"
                case .denied: "denied"
                case .missing: "missing"
                }
            return ["path": .string(device.path), "name": .string(device.name), "access": .string(access)]
        }
        return [
            "usable": .bool(isUsable), "devices": .array(devices), "findings": .array(findings.map(JSON.string)),
        ]
    }
}
