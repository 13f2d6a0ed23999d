import APIClient
import HTTPTypes
import PixAPI
import ToqueEncoding
import WebAuthnClient

extension ThinkTime {
    init(_ reader: JSONReader) throws {
        try reader.expectMembers(of: JourneySchema.think)
        switch (try reader.optional("fixed"), try reader.optional("uniform"), try reader.optional("exponential")) {
        case (let time?, nil, nil): self = .fixed(try time.timeSpan())
        case (nil, let times?, nil):
            let spans = try times.elements().map { try $0.timeSpan() }
            guard spans.count == 2, spans[0] <= spans[1] else {
                throw times.mismatch(expected: "two times, the shorter first")
            }
            self = .uniform(spans[0], spans[1])
        case (nil, nil, let time?): self = .exponential(try time.timeSpan())
        case (_, _, _): throw reader.mismatch(expected: "exactly one of fixed, uniform and exponential")
        }
    }
}

extension PixObjects {
    init(_ reader: JSONReader) throws {
        try reader.expectMembers(of: JourneySchema.pix)
        customer = try reader.optional("customer")?.text() ?? customer
        institution = try reader.optional("institution")?.text() ?? institution
        beneficiary = try reader.optional("beneficiary")?.text() ?? beneficiary
        callbackURL = try reader.optional("callback-url")?.text() ?? callbackURL
        if let member = try reader.optional("amounts") {
            amounts = try member.elements().map { try Amount($0) }
            guard !amounts.isEmpty else { throw member.mismatch(expected: "at least one amount") }
        }
    }
}

extension JourneyFile.HeaderValue {
    init(_ reader: JSONReader) throws {
        if reader.value.stringValue != nil {
            self = .text(try reader.lineText())
        } else {
            try reader.expectMembers(of: JourneySchema.environmentValue)
            self = .environment(try reader.member("env", expected: "the name of a variable").text())
        }
    }
}

extension RouteMap {
    init(_ reader: JSONReader) throws {
        try reader.expectMembers(of: JourneySchema.routes)
        var known = Set(RouteTemplate.standing)
        /// Each route may use what earlier ones keep.
        func route(_ member: JSONReader, _ more: String...) throws -> BackendRoute {
            let route = try BackendRoute(member, known: known.union(more))
            known.formUnion(route.keep.keys)
            return route
        }
        session = try reader.optional("session").map { try route($0) }
        registrationOptions = try route(try reader.member("registration-options", expected: "a route"))
        registration = try route(try reader.member("registration", expected: "a route"), "credential")
        signOptions = try route(try reader.member("sign-options", expected: "a route"))
        sign = try route(try reader.member("sign", expected: "a route"), "credential")
    }
}

extension BackendRoute {
    /// - Parameter known: names of places that have values by then.
    init(_ reader: JSONReader, known: Set<String>) throws {
        try reader.expectMembers(of: JourneySchema.route)
        self.init(path: try reader.path(hasPlaces: true))
        if let member = try reader.optional("method") {
            method = try member.choice(among: JourneySchema.route.choices(of: "method"))
        }
        label = try reader.optional("name")?.lineText()
        for (name, value) in try reader.optional("headers")?.headers() ?? [] {
            guard value.value.objectValue == nil else {
                throw FleetInputError(
                    value.path, "found an object, expected a string; only the file's own headers take env")
            }
            headers[name] = try value.lineText()
        }
        body = try reader.optional("body")?.value
        isForm = try reader.optional("form")?.bool() ?? false
        if isForm, body?.objectValue == nil {
            throw FleetInputError(reader.path(of: "form"), "needs a body with members")
        }
        expect = try reader.optional("expect")?.statuses() ?? expect
        options = try reader.optional("options")?.pointer() ?? options
        for (name, value) in try reader.optional("keep")?.named() ?? [] { keep[name] = try value.pointer() }
        let places =
            RouteTemplate.names(path) + headers.values.sorted().flatMap { RouteTemplate.names($0) }
            + (body.map { RouteTemplate.names($0) } ?? [])
        for name in places where !known.contains(name) {
            throw FleetInputError(
                reader.path, "no earlier route keeps a value for {\(name)}", unknown: name, known: known.sorted())
        }
    }

    init(browsing reader: JSONReader) throws {
        try reader.expectMembers(of: JourneySchema.browseRoute)
        self.init(path: try reader.path(hasPlaces: false))
        method = "GET"
        label = try reader.optional("name")?.lineText()
        expect = try reader.optional("expect")?.statuses() ?? [200]
    }
}

extension JSONReader {
    /// - Throws: for the first member that the schema has not.
    func expectMembers(of schema: JSONSchema) throws {
        let known = schema.memberNames
        guard let unknown = try object().names.first(where: { !known.contains($0) }) else { return }
        throw FleetInputError(path(of: unknown.escaped), "unknown name", unknown: unknown, known: known)
    }

    /// The members of an object whose names are the user's.
    func named() throws(JSONMemberError) -> [(String, JSONReader)] {
        try object().map { ($0.name, JSONReader($0.value, path: path(of: $0.name.escaped))) }
    }

    /// The members of an object that are headers, by their names.
    func headers() throws -> [(String, JSONReader)] {
        var known: [String: String] = [:]
        return try named().map { name, value in
            guard HTTPField.Name(name) != nil else {
                throw FleetInputError(
                    value.path, "found \(name.quoted), expected a header's name such as X-Shop-Key")
            }
            guard !JourneySchema.ownHeaders.contains(name.lowercased()) else {
                throw FleetInputError(value.path, "each request has a header of its own for this; leave it out")
            }
            // Their case makes no difference (RFC 9110 section 5.1).
            if let other = known.updateValue(name, forKey: name.lowercased()) {
                throw FleetInputError(value.path, "the same header as \(other); leave one of them out")
            }
            return (name, value)
        }
    }

    func choice(among names: [String]) throws -> String {
        let text = try string()
        guard names.contains(text) else {
            throw FleetInputError(path, "\(text.quoted) is none of its values", unknown: text, known: names)
        }
        return text
    }

    func text() throws(JSONMemberError) -> String {
        let text = try string()
        guard !text.isEmpty else { throw mismatch(expected: "text") }
        return text
    }

    /// Text that cannot end its line, such as that of a header.
    func lineText() throws(JSONMemberError) -> String {
        let text = try text()
        guard !text.unicodeScalars.contains(where: \.isControl) else {
            throw mismatch(expected: "text without control characters")
        }
        return text
    }

    func timeSpan() throws(JSONMemberError) -> Duration {
        let span = TimeSpan(try string())
        guard let span, span.duration <= .seconds(86_400) else {
            throw mismatch(expected: "a time such as 250ms or 1m30s")
        }
        return span.duration
    }

    func timeAboveZero() throws(JSONMemberError) -> Duration {
        let time = try timeSpan()
        guard time > .zero else { throw mismatch(expected: "a time above 0, such as 10s") }
        return time
    }

    func origin() throws(JSONMemberError) -> Origin {
        let text = try string()
        guard let origin = try? Origin(text) else {
            throw mismatch(expected: "https://HOST or android:apk-key-hash:HASH")
        }
        return origin
    }

    func double(in range: ClosedRange<Double>) throws(JSONMemberError) -> Double {
        let value = try double()
        guard range.contains(value) else {
            throw mismatch(expected: "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
        }
        return value
    }

    func serverURL() throws(JSONMemberError) -> ServerURL {
        let text = try string()
        guard let url = ServerURL(text) else {
            throw JSONMemberError(
                path: path, found: Self.withoutSecrets(url: text), expected: "http://HOST:PORT or https://HOST")
        }
        return url
    }

    /// What an error may show of a URL, which may have a password or a token.
    private static func withoutSecrets(url: String) -> String {
        if url.contains("@") { return "a URL with user information" }
        return url.contains { "?#".contains($0) } ? "a URL with a query or a fragment" : url.quoted
    }

    func pointer() throws(JSONMemberError) -> JSONPointer {
        guard let pointer = JSONPointer(try string()) else {
            throw mismatch(expected: "a JSON pointer such as /data/id")
        }
        return pointer
    }

    fileprivate func path(hasPlaces: Bool) throws(JSONMemberError) -> String {
        let member = try member("path", expected: "a path such as /session")
        let path = try member.text()
        guard path.hasPrefix("/"), path.utf8.allSatisfy(\.isVisibleASCII) else {
            throw member.mismatch(expected: "a path such as /session, percent-encoded")
        }
        // Two slashes begin a host (RFC 3986 section 4.2).
        guard !path.hasPrefix("//") else { throw member.mismatch(expected: "a path that begins with one slash") }
        guard hasPlaces || RouteTemplate.names(path).isEmpty, !RouteTemplate.hasLooseBrace(path) else {
            throw member.mismatch(
                expected: hasPlaces ? "braces around names alone, such as {user}" : "a path without braces")
        }
        return path
    }

    fileprivate func statuses() throws(JSONMemberError) -> [Int] {
        let statuses = try map { (status) throws(JSONMemberError) in try status.int(in: 100...599) }
        guard !statuses.isEmpty else { throw mismatch(expected: "at least one status") }
        return statuses
    }
}
