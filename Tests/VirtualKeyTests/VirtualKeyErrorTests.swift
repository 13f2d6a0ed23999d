import Testing
import VirtualKey

@Test func errorsSayTheirMessage() { #expect("\(VirtualKeyError("no terminal"))" == "no terminal") }
