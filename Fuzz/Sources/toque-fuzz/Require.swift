/// Ends the run where the condition does not hold, and says so: of a `precondition` optimized code says nothing.
func require(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "what must hold does not",
    file: StaticString = #fileID, line: UInt = #line
) {
    if !condition() { fatalError(message(), file: file, line: line) }
}
