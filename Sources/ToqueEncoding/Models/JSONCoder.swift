/// Visits the members of a structure and reads, writes or describes them. It collects faults instead of throwing, so
/// that a list of members is a plain list.
package struct JSONCoder {
    /// How a missing value is written, and whether the member may be missing when it is read.
    package enum Presence {
        /// Required: without it, the structure cannot be read.
        case required
        /// Always written. If the member is missing when read, the value stays as it is.
        case expected
        /// A missing value is written as null.
        case nullable
        /// A missing value is not written. In a request, null means the same.
        case optional
    }

    private enum Task { case reading, writing, describing }

    private let task: Task
    /// A request is checked whole and all of its faults are reported; of a response only the first.
    package let isRequest: Bool
    private var source = JSONObject()
    /// The likely position of the next member.
    private var position = 0
    /// Paths begin here and grow on the way out, so that paths of valid members cost nothing.
    private(set) var faults: [JSONMemberError] = []
    /// The members, or their schemas.
    private var made: [(name: String, value: JSON)] = []
    private var required: Set<String> = []

    private init(_ task: Task, isRequest: Bool) { (self.task, self.isRequest) = (task, isRequest) }

    init(reading value: JSON, isRequest: Bool) {
        self.init(.reading, isRequest: isRequest)
        if case .object(let object) = value {
            source = object
        } else {
            faults.append(JSONReader(value).mismatch(expected: "an object"))
        }
    }

    static var writing: JSONCoder {
        var coder = JSONCoder(.writing, isRequest: false)
        coder.made.reserveCapacity(16)
        return coder
    }

    package static func describing(isRequest: Bool) -> JSONCoder { JSONCoder(.describing, isRequest: isRequest) }

    /// The result of writing.
    var object: JSONObject { JSONObject(uniqueMembers: made) }

    /// The result of describing.
    package var schema: JSONSchema {
        .object(JSONObject(uniqueMembers: made), required: required, isClosed: !isRequest)
    }

    // MARK: Members

    /// - Parameters:
    ///   - expectation: how an error about its absence describes it.
    ///   - write: returns null if there is no value.
    /// - Returns: false if it is at fault.
    @discardableResult
    package mutating func member<Value>(
        _ name: String, _ value: inout Value, _ presence: Presence, _ schema: () -> JSONSchema,
        expecting expectation: () -> String, read: (JSONReader) throws(JSONMemberError) -> Value,
        write: (Value) -> JSON
    ) -> Bool {
        switch task {
        case .reading:
            do throws(JSONMemberError) {
                guard let member = try find(name, presence, expectation()) else { return true }
                value = try read(JSONReader(member))
            } catch {
                faults.append(error.within(name))
                return false
            }
        case .writing:
            let json = write(value)
            if presence != .optional || !json.isNull { made.append((name, json)) }
        case .describing: describe(name, presence, schema())
        }
        return true
    }

    /// An object that has one of several forms.
    /// - members: receives each form in turn for the description, otherwise the first.
    package mutating func object<Form>(
        _ name: String, anyOf forms: [Form], _ members: (inout JSONCoder, Form) -> Void
    ) {
        guard task == .describing else { return _ = object(name) { members(&$0, forms[0]) } }
        let schemas = forms.map { form in
            var inner = JSONCoder.describing(isRequest: isRequest)
            members(&inner, form)
            return inner.schema
        }
        describe(name, .required, .any(of: schemas))
    }

    /// An object with members of its own.
    /// - Parameter isAbsent: true if there is nothing to write. The object is then null or omitted, depending on its
    ///   presence.
    /// - Returns: false if the value is not an object.
    @discardableResult
    package mutating func object(
        _ name: String, _ presence: Presence = .required, isAbsent: Bool = false, _ members: (inout JSONCoder) -> Void
    ) -> Bool {
        switch task {
        case .reading:
            do throws(JSONMemberError) {
                guard let member = try find(name, presence, "an object") else { return true }
                var inner = JSONCoder(reading: member, isRequest: isRequest)
                let isObject = inner.faults.isEmpty
                if isObject { members(&inner) }
                faults += inner.faults.map { $0.within(name) }
                return isObject
            } catch {
                faults.append(error.within(name))
                return false
            }
        case .writing:
            var inner = JSONCoder.writing
            if !isAbsent { members(&inner) }
            if !isAbsent || presence == .nullable { made.append((name, isAbsent ? .null : .object(inner.object))) }
        case .describing:
            var inner = JSONCoder.describing(isRequest: isRequest)
            members(&inner)
            describe(name, presence, inner.schema)
        }
        return true
    }

    /// - Returns: nil if it is absent or null and may be, or if a response already has a fault.
    private mutating func find(
        _ name: String, _ presence: Presence, _ expectation: @autoclosure () -> String
    ) throws(JSONMemberError) -> JSON? {
        guard isRequest || faults.isEmpty else { return nil }
        let value = source.value(of: name, near: &position)
        if let value, !value.isNull { return value }
        guard presence == .required else { return nil }
        throw JSONMemberError(path: "", found: value == nil ? "nothing" : "null", expected: expectation())
    }

    private mutating func describe(_ name: String, _ presence: Presence, _ schema: JSONSchema) {
        let isNull = presence == .nullable || presence == .optional && isRequest
        made.append((name, isNull ? schema.orNull.json : schema.json))
        if presence != .optional { required.insert(name) }
    }

    // MARK: Between members

    /// Writes a member before another one that is read, and whose faults are reported, first.
    package mutating func move(_ name: String, before other: String) {
        guard let index = made.firstIndex(where: { $0.name == name }),
            let place = made.firstIndex(where: { $0.name == other })
        else { return }
        made.insert(made.remove(at: index), at: place)
    }

    /// Whether the member exists; nil if nothing is being read.
    package func has(_ name: String) -> Bool? { task == .reading ? source[name].map { !$0.isNull } ?? false : nil }

    /// Reports only the first fault of these members.
    package mutating func together(_ members: (inout JSONCoder) -> Void) {
        let known = faults.count
        members(&self)
        faults.removeLast(max(0, faults.count - known - 1))
    }

    /// Reports a fault of a member that was read, unless it already has one.
    /// - Parameter expectation: the requirement; nil if it is met.
    package mutating func check(_ name: String, _ expectation: @autoclosure () -> String?) {
        guard task == .reading, let value = source[name], !faults.contains(where: { $0.path == name }),
            let expectation = expectation()
        else { return }
        faults.append(JSONReader(value, path: name).mismatch(expected: expectation))
    }

    // MARK: Members that are not properties

    /// A member with one possible value. Requests must have it; in responses it is not read.
    package mutating func constant(_ name: String, _ constant: JSON) {
        guard isRequest else { return shown(name, constant, .constant(constant)) }
        var value = constant
        member(
            name, &value, .required, { .constant(constant) }, expecting: { constant.serialized() },
            read: { (reader) throws(JSONMemberError) in reader.value }, write: { $0 })
        check(name, value == constant ? nil : constant.serialized())
    }

    /// A member that is written, but neither read nor described.
    package mutating func write(_ name: String, _ value: JSON?) {
        if task == .writing, let value { made.append((name, value)) }
    }

    /// A member that is written and described, but not read.
    package mutating func shown(
        _ name: String, _ value: JSON, _ schema: @autoclosure () -> JSONSchema, _ presence: Presence = .required
    ) {
        write(name, value)
        if task == .describing { describe(name, presence, schema()) }
    }

    /// A member that this form of the object must not have.
    package mutating func absent(_ name: String) {
        if task == .describing { made.append((name, JSONSchema.null.json)) }
    }
}
