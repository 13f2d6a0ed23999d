/// Ends the run with a message if the condition is false. In optimized code, a `precondition` prints none.
func require(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "what must hold does not",
    file: StaticString = #fileID, line: UInt = #line
) {
    if !condition() { fatalError(message(), file: file, line: line) }
}
