import APIClient
import BiometricPixFlow
import CredentialStore
import Sandbox
import SoftAuthenticator
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// A phone in use. One step at a time changes it.
actor PhoneSession {
    nonisolated let id: String
    private(set) var phone: Phone
    /// Why the last step failed; the next one clears it.
    private(set) var problem: PhoneProblem?
    /// What the next step can choose from.
    var offer = PhoneOffer()
    let sheet = PhoneSheet()
    private unowned let phones: Phones
    private let archive: PhoneArchive
    private var app: PhoneApp?
    /// The phone's requests.
    private(set) var log: PhoneLog?
    /// The part of them that is stored.
    private var keptLog: [PhoneLog.Entry] = []
    private var storage: (any CredentialStorage)?
    private var isBusy = false
    private var isRemoved = false

    init(_ phone: Phone, of phones: Phones, _ archive: PhoneArchive) {
        id = phone.id
        self.phone = phone
        self.phones = phones
        self.archive = archive
    }

    /// Performs a step, and keeps what it changed: also if it failed, because the API may have gone further.
    func perform(
        at place: PhonePlace, _ step: @Sendable (isolated PhoneSession, PhoneApp) async throws -> Void
    ) async {
        guard !isBusy else { return problem = PhoneProblem(PixFlowError.concurrentUse) }
        isBusy = true
        problem = nil
        do {
            try await step(self, try app(at: place))
        } catch {
            problem = PhoneProblem(error)
        }
        isBusy = false
        do { try await save() } catch { problem = PhoneProblem(error) }
    }

    /// Does what changes nothing for the person: an earlier problem stays, and it waits for no step.
    func attempt(
        at place: PhonePlace, _ body: @Sendable (isolated PhoneSession, PhoneApp) async throws -> Void
    ) async {
        guard !isBusy else { return }
        do {
            try await body(self, try app(at: place))
        } catch {
            if problem == nil { problem = PhoneProblem(error) }
        }
        do { try await save() } catch { problem = PhoneProblem(error) }
    }

    /// Answers a question that is no step.
    func answer<Value: Sendable>(
        at place: PhonePlace, _ body: @Sendable (isolated PhoneSession, PhoneApp) async throws -> Value
    ) async throws -> Value {
        guard !isBusy else { throw PixFlowError.concurrentUse }
        isBusy = true
        defer { isBusy = false }
        return try await body(self, try app(at: place))
    }

    func change(_ change: (inout Phone) -> Void) { change(&phone) }

    /// The app on the phone, with its connection to the API.
    private func app(at place: PhonePlace) throws -> PhoneApp {
        if let app { return app }
        guard !isRemoved else { throw PixFlowError.concurrentUse }
        if storage == nil { storage = try archive.credentials(of: id) }
        if log == nil { keptLog = archive.log(of: id) }
        let log = log ?? PhoneLog(place.transport, place.engine, kept: keptLog)
        self.log = log
        let made = try PhoneApp(self, phone, storage ?? MemoryCredentialStore(), log, place)
        app = made
        return made
    }

    /// Keeps the phone with what it has sent.
    func save() async throws {
        let entries = log?.entries ?? []
        try await phones.keep(phone, entries == keptLog ? nil : entries)
        keptLog = entries
    }

    /// Forgets the flow under way, so that the next step opens its journal anew.
    func forgetFlow() { app?.forgetFlow() }

    /// Forgets the app; the next step makes it anew from the phone.
    func restart() { app = nil }

    /// Closes the credentials' file for good: a step that began before must not make it anew.
    func remove() throws {
        isRemoved = true
        try close()
    }

    /// Closes the credentials' file.
    func close() throws {
        app = nil
        try (storage as? SQLiteCredentialStore)?.close()
        storage = nil
    }
}

/// Where the steps of a phone happen.
struct PhonePlace: Sendable {
    let engine: Engine
    let keys: [APIKey]
    let transport: any HTTPTransport
    /// The origin of ceremonies; nil for `https://` and the RP ID.
    let origin: Origin?
    /// The page's own address, as the visitor's browser has it: `http://127.0.0.1:8420`.
    let visited: String
}

/// A flow's journal inside the phone.
struct PhoneJournal: FlowJournal {
    // The session owns the flow, which owns its journal.
    unowned let session: PhoneSession

    func load() async throws -> [UInt8]? { await session.phone.journal.map { Array($0.utf8) } }
    func store(_ bytes: [UInt8]) async throws {
        await session.change { $0.journal = String(decoding: bytes, as: UTF8.self) }
        try await session.save()
    }
    func remove() async throws {
        await session.change { $0.journal = nil }
        try await session.save()
    }
}
