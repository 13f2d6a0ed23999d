import NIOCore
import NIOHTTP1
import PixAPI
import Testing

@Suite struct ConnectionFaultTests {
    @Test("A closed connection and an answer that is not HTTP are different errors")
    func interruptions() {
        #expect(ConnectionFault.isInterruption(ChannelError.ioOnClosedChannel))
        #expect(ConnectionFault.reason(ChannelError.ioOnClosedChannel) == "the connection was closed")
        #expect(!ConnectionFault.isInterruption(HTTPParserError.invalidConstant))
        #expect(ConnectionFault.reason(HTTPParserError.invalidConstant) == "the answer is no HTTP")
    }
}
