import Testing

@testable import Sandbox

@Suite struct LocationTests {
    @Test(
        "What is meant to be an address is refused and not shown",
        arguments: [
            "host=localhost password=hunter2", "POSTGRESQL://u:hunter2@h/db", "jdbc:postgresql://u:hunter2@h/db",
        ])
    func refusesNearAddresses(_ text: String) {
        let error = #expect(throws: SandboxStoreError.self) { try SandboxStore.Location(text) }
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test("A file whose name has an equals sign is one")
    func file() throws { #expect(try SandboxStore.Location("./a=b.sqlite") == .file("./a=b.sqlite")) }

    @Test(
        "A name that is none is misused, with what to write instead",
        arguments: [
            ("", "name a file or postgresql://USER@HOST/NAME"), ("mysql://h/db", "write postgresql://USER@HOST/NAME"),
            ("a=b.sqlite", "write ./NAME for a file with = in its name"),
        ])
    func misuse(_ text: String, remedy: String) {
        let error = #expect(throws: SandboxStoreError.self) { try SandboxStore.Location(text) }
        #expect(error?.isMisuse == true)
        #expect(error?.remedy == remedy)
    }
}
