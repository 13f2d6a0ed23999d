import BiometricPixFlow
import Glibc
import Testing

@Suite struct FileFlowJournalTests {
    private let file: JournalFile

    init() throws { file = try JournalFile() }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test("A journal keeps the last content with access for its owner alone")
    func keepsBytesForItsOwnerAlone() async throws {
        do {
            let journal = try FileFlowJournal(path: file.path)
            #expect(try await journal.load() == nil)
            try await journal.store([1, 2, 3])
            try await journal.store([4])
        }
        #expect(mode(file.path) == 0o600)
        let journal = try FileFlowJournal(path: file.path)
        #expect(try await journal.load() == [4])
        try await journal.remove()
        try await journal.remove()
        #expect(try await journal.load() == nil)
    }

    /// The link's target must not remain when the journal is removed.
    @Test("Removing a journal that is a link removes what the link leads to")
    func mayBeALink() async throws {
        let elsewhere = file.path + ".elsewhere"
        try #require(symlink(elsewhere, file.path) == 0)
        try #require(close(creat(elsewhere, 0o600)) == 0)
        let journal = try FileFlowJournal(path: file.path)
        try await journal.store([1, 2, 3])
        #expect(try await journal.load() == [1, 2, 3])
        try await journal.remove()
        #expect(access(elsewhere, F_OK) != 0)
        #expect(try await journal.load() == nil)
    }

    /// Two flows that each use another name of the same file.
    @Test("A journal in use cannot be opened by another name")
    func hasOneOwnerByAllItsNames() throws {
        let elsewhere = file.path + ".elsewhere"
        try #require(symlink(elsewhere, file.path) == 0)
        try #require(close(creat(elsewhere, 0o600)) == 0)
        let journal = try FileFlowJournal(path: file.path)
        #expect(throws: FlowJournalError.self) { try FileFlowJournal(path: elsewhere) }
        withExtendedLifetime(journal) {}
    }

    @Test("A journal in use cannot be opened again, and the error names the process")
    func hasOneOwner() throws {
        let journal = try FileFlowJournal(path: file.path)
        let error = #expect(throws: FlowJournalError.self) { try FileFlowJournal(path: file.path) }
        #expect(
            error?.description == "\(file.path) is in use by process \(getpid()); end that or use another journal")
        withExtendedLifetime(journal) {}
    }

    @Test("A journal that others may read is refused")
    func isNotReadWhereOthersMay() async throws {
        let journal = try FileFlowJournal(path: file.path)
        try await journal.store([1])
        chmod(file.path, 0o644)
        await #expect(throws: FlowJournalError.self) { try await journal.load() }
    }

    /// A process that died while writing leaves the previous content, and a draft that the next process overwrites.
    @Test("A draft of a process that died is not read and is replaced")
    func aDraftThatStayedBehindIsInNobodysWay() async throws {
        let journal = try FileFlowJournal(path: file.path)
        try await journal.store([1])
        let draft = open("\(file.path).new", O_WRONLY | O_CREAT, 0o600)
        write(draft, "half", 4)
        close(draft)
        #expect(try await journal.load() == [1])
        try await journal.store([2])
        #expect(try await journal.load() == [2])
        #expect(access("\(file.path).new", F_OK) != 0)
    }

    /// An unreadable journal does not count as empty: that would start a second flow.
    @Test(
        "A damaged journal is refused before any request",
        arguments: ["", "{", "[]", #"{"flow":"enrollment","version":2,"progress":{}}"#, #"{"flow":"enrollment"}"#])
    func aDamagedJournalIsAnError(text: String) async throws {
        let provider = StubProvider()
        let app = try App(provider)
        let journal = MemoryFlowJournal(Array(text.utf8))
        await #expect(throws: FlowJournalError.self) {
            try await app.sdk().enrollmentFlow(app.enrollmentRequest(), journal: journal)
        }
        #expect(provider.requests.isEmpty)
    }
}
