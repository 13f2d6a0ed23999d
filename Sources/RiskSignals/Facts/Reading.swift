/// A fact and where it came from, or why it is the value that stands for its absence.
struct Reading<Value> {
    let value: Value
    let source: String

    init(_ value: Value, _ source: String) {
        self.value = value
        self.source = source
    }
}
