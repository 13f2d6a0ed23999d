import Testing
import VirtualKey

@Test("The description of an error is its message")
func errorsSayTheirMessage() { #expect("\(VirtualKeyError("no terminal"))" == "no terminal") }
