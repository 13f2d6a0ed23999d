/// What goes through the members of a structure: it reads, writes or describes them. Faults are collected and nothing
/// is thrown, so that a list of members is a plain list.
package struct JSONCoder {
    /// What stands where there is no value, and whether the member may be missing.
    package enum Presence {
        /// Nothing can be read without it.
        case required
        /// We always have it. Where others leave it out the value stays as it is.
        case expected
        /// It is null.
        case nullable
        /// It is left out; in a request null says the same.
        case optional
    }

    private enum Task { case reading, writing, describing }

    private let task: Task
    /// Requests are checked whole, answers as far as they are understood.
    package let isRequest: Bool
    private var source = JSONObject()
    /// Where the next member is likely to stand.
    private var position = 0
    /// Their paths begin here: of members that are not at fault nobody wants to know where they are.
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

    /// What was written.
    var object: JSONObject { JSONObject(uniqueMembers: made) }

    /// What was described.
    package var schema: JSONSchema {
        .object(JSONObject(uniqueMembers: made), required: required, isClosed: !isRequest)
    }

    // MARK: What all members go through

    /// - Parameters:
    ///   - expectation: what an error about its absence says.
    ///   - write: gives null where there is nothing.
    /// - Returns: false where it is at fault.
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
    /// - Parameter members: is given each form in turn for the description, else the first.
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
    /// - Parameter isAbsent: whether there is nothing to write; then it is null, where that is its presence, or left
    ///   out.
    /// - Returns: false where it is no object.
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

    /// - Returns: nil where it is absent or null and may be, or where nothing more is read: of an answer the first
    ///   fault says enough.
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

    // MARK: What belongs to more than one member

    /// Where a member stands that is read, and whose faults are reported, after another but written before it.
    package mutating func move(_ name: String, before other: String) {
        guard let index = made.firstIndex(where: { $0.name == name }),
            let place = made.firstIndex(where: { $0.name == other })
        else { return }
        made.insert(made.remove(at: index), at: place)
    }

    /// Whether there is such a member; nil where nothing is read.
    package func has(_ name: String) -> Bool? { task == .reading ? source[name].map { !$0.isNull } ?? false : nil }

    /// Members of which the first fault says enough.
    package mutating func together(_ members: (inout JSONCoder) -> Void) {
        let known = faults.count
        members(&self)
        faults.removeLast(max(0, faults.count - known - 1))
    }

    /// What a member has to be besides, once it was read.
    /// - Parameter expectation: nil where it is.
    package mutating func check(_ name: String, _ expectation: @autoclosure () -> String?) {
        guard task == .reading, let value = source[name], !faults.contains(where: { $0.path == name }),
            let expectation = expectation()
        else { return }
        faults.append(JSONReader(value, path: name).mismatch(expected: expectation))
    }

    // MARK: What is no property

    /// A member whose only value tells this kind of object from others; answers are not asked for it.
    package mutating func constant(_ name: String, _ constant: JSON) {
        guard isRequest else { return shown(name, constant, .constant(constant)) }
        var value = constant
        member(
            name, &value, .required, { .constant(constant) }, expecting: { constant.serialized() },
            read: { (reader) throws(JSONMemberError) in reader.value }, write: { $0 })
        check(name, value == constant ? nil : constant.serialized())
    }

    /// A member that is written alone.
    package mutating func write(_ name: String, _ value: JSON?) {
        if task == .writing, let value { made.append((name, value)) }
    }

    /// A member that is written and described, and not read.
    package mutating func shown(
        _ name: String, _ value: JSON, _ schema: @autoclosure () -> JSONSchema, _ presence: Presence = .required
    ) {
        write(name, value)
        if task == .describing { describe(name, presence, schema()) }
    }

    /// A member that must not be there in this form of the object.
    package mutating func absent(_ name: String) {
        if task == .describing { made.append((name, JSONSchema.null.json)) }
    }
}
