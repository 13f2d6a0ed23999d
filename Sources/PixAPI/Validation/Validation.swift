import ToqueEncoding

/// Reads the members of a body one after the other and remembers every error, so that a client learns of all of them
/// from one answer.
struct Validation {
    private(set) var errors: [JSONMemberError] = []

    /// The value, or nil with its error remembered.
    mutating func read<Value>(_ value: @autoclosure () throws(JSONMemberError) -> Value) -> Value? {
        do throws(JSONMemberError) {
            return try value()
        } catch {
            errors.append(error)
            return nil
        }
    }

    /// The value of something without which the rest cannot be read.
    mutating func need<Value>(
        _ value: @autoclosure () throws(JSONMemberError) -> Value
    ) throws(InvalidMembers) -> Value {
        guard let value = read(try value()) else { throw InvalidMembers(errors) }
        return value
    }

    /// What was read.
    /// - Throws: where anything was wrong; a value is nil only then.
    func values<each Value>(_ values: repeat (each Value)?) throws(InvalidMembers) -> (repeat each Value) {
        let failure = InvalidMembers(errors)
        guard errors.isEmpty else { throw failure }
        func value<Wrapped>(_ wrapped: Wrapped?) throws(InvalidMembers) -> Wrapped {
            guard let wrapped else { throw failure }
            return wrapped
        }
        return (repeat try value(each values))
    }
}
