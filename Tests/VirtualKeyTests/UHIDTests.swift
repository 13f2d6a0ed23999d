import CTAP
import Glibc
import Testing

@testable import VirtualKey

/// The system's device, with a fake kernel.
struct UHIDTests {
    private let kernel: FakeKernel
    private let device = CTAPHIDDevice(processor: StubProcessor())

    init() throws { kernel = try FakeKernel() }

    private func link() throws -> UHIDLink { try UHIDLink(device, descriptor: kernel.link, nodes: kernel.nodes) }

    @Test("The kernel gets the device's name, IDs and report descriptor")
    func theKernelIsToldWhatDeviceItIs() async throws {
        let link = try link()
        defer { link.stop() }
        let event = try await kernel.next()
        #expect(event[..<4] == [11, 0, 0, 0])
        func text(_ range: Range<Int>) -> String { String(decoding: event[range].prefix { $0 != 0 }, as: UTF8.self) }
        #expect(text(4..<132) == "Toque Security Key")
        #expect(text(132..<196) == "")
        #expect(text(196..<260).wholeMatch(of: /toque-[0-9a-f]{16}/) != nil)
        // The descriptor's size, the bus (USB), vendor, product, version, country.
        #expect(
            event[260..<280] == [34, 0, 3, 0, 0, 0, 0, 0, 0x6B, 0x74, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])
        #expect(
            event[280...] == [
                0x06, 0xD0, 0xF1, 0x09, 0x01, 0xA1, 0x01, 0x09, 0x20, 0x15, 0x00, 0x26, 0xFF, 0x00, 0x75, 0x08, 0x95,
                0x40, 0x81, 0x02, 0x09, 0x21, 0x15, 0x00, 0x26, 0xFF, 0x00, 0x75, 0x08, 0x95, 0x40, 0x91, 0x02, 0xC0,
            ])
        #expect(link.path == "/dev/hidraw1")
    }

    @Test("The longest message is echoed through uhid")
    func theLongestMessagesGoBothWays() async throws {
        let link = try link()
        try link.start()
        defer { link.stop() }
        let client = kernel.open()
        let ping = CTAPHIDMessage(
            channel: try await client.openChannel(), command: .ping, payload: (0..<7609).map { UInt8($0 & 0xFF) })
        try await client.expect(.ping, ping.payload, to: ping)
    }

    @Test("GET_REPORT and SET_REPORT are refused with EIO")
    func otherReportsAreRefused() async throws {
        let link = try link()
        try link.start()
        defer { link.stop() }
        _ = try await kernel.next()
        kernel.send(.getReport, [1, 2, 3, 4, 0, 0])
        #expect(try await kernel.next() == [10, 0, 0, 0, 1, 2, 3, 4, UInt8(EIO), 0, 0, 0])
        kernel.send(.setReport, [5, 6, 7, 8, 0, 1, 2, 0, 1, 1])
        #expect(try await kernel.next() == [14, 0, 0, 0, 5, 6, 7, 8, UInt8(EIO), 0])
    }

    /// Another report number, another length, and an event of a future kernel.
    @Test("Kernel events without a valid report are ignored")
    func whatIsNoReportIsPassedOver() async throws {
        let link = try link()
        try link.start()
        defer { link.stop() }
        let client = kernel.open()
        let channel = try await client.openChannel()
        let ping = CTAPHIDMessage(channel: channel, command: .ping, payload: []).reports[0]
        for data in [[], [0], [1] + ping, ping, [0] + ping + [0]] { kernel.output(data) }
        kernel.send(.create2)
        try await client.expect(.ping, [1], to: CTAPHIDMessage(channel: channel, command: .ping, payload: [1]))
    }

    @Test("A channel stays open until the last uhid client closes")
    func whatOneClientHoldsOthersKeep() async throws {
        let link = try link()
        try link.start()
        defer { link.stop() }
        let (first, second) = (kernel.open(), kernel.open())
        let channel = try await first.openChannel()
        // The second client gets it too.
        #expect(try await second.receive().command == .`init`)
        first.connection.close()
        try await second.expect(.ping, [1], to: CTAPHIDMessage(channel: channel, command: .ping, payload: [1]))
        second.connection.close()
        let next = kernel.open()
        try await next.expect(
            .error, [CTAPHIDError.invalidChannel.rawValue],
            to: CTAPHIDMessage(channel: channel, command: .ping, payload: [1]))
    }

    /// This happens if the kernel's queue was full when the last client closed.
    @Test("After a lost close event the next open ends the old channels")
    func aCloseThatWasLostShowsAtTheNextOpen() async throws {
        let link = try link()
        try link.start()
        defer { link.stop() }
        let client = kernel.open()
        let channel = try await client.openChannel()
        kernel.send(.open)
        try await client.expect(
            .error, [CTAPHIDError.invalidChannel.rawValue],
            to: CTAPHIDMessage(channel: channel, command: .ping, payload: []))
    }

    @Test("A client sees no bytes of its predecessor")
    func nothingOfAClientReachesTheNext() async throws {
        let link = try link()
        try link.start()
        defer { link.stop() }
        let client = kernel.open()
        let payload = [UInt8](repeating: 1, count: CTAPHIDPacket.maxMessage)
        try client.send(try await client.openChannel(), .ping, payload)
        client.connection.close()
        try await kernel.settle()
        let next = kernel.open()
        _ = try await next.openChannel()
    }

    @Test("A power cycle unplugs the device and plugs in a new one")
    func aPowerCycleIsAnotherPlug() async throws {
        let link = try link()
        try link.start()
        defer { link.stop() }
        _ = try await kernel.next()
        let client = kernel.open()
        let channel = try await client.openChannel()
        try await client.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        try link.powerCycle()
        #expect(try await kernel.next() == [1, 0, 0, 0])
        #expect(try await kernel.next()[0] == 11)
        #expect(link.path == "/dev/hidraw2")
        await #expect(throws: FileConnection.Failure.self) { try await client.receive() }
        let next = kernel.open()
        let own = try await next.openChannel()
        try await next.expect(.cbor, RequestTests.info, to: CTAPCommand.getInfo.message(on: own))
    }

    @Test("Stopping the link unplugs the device")
    func stoppingUnplugs() async throws {
        let link = try link()
        try link.start()
        _ = try await kernel.next()
        let client = kernel.open()
        _ = try await client.openChannel()
        link.stop()
        link.stop()
        #expect(try await kernel.next() == [1, 0, 0, 0])
        await #expect(throws: FileConnection.Failure.self) { try await client.receive() }
        #expect(throws: VirtualKeyError.self) { try link.start() }
    }

    @Test("A kernel that goes away cancels the request")
    func aKernelThatGoesAwayEndsTheRequest() async throws {
        let events = Bench.Events()
        let device = CTAPHIDDevice(processor: StubProcessor(), log: { events.append($0) })
        let link = try UHIDLink(device, descriptor: kernel.link, nodes: kernel.nodes)
        try link.start()
        defer { link.stop() }
        let client = kernel.open()
        let channel = try await client.openChannel()
        try await client.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        kernel.close()
        await events.wait(for: .answered(connection: 1, .keepaliveCancel))
        await events.wait(for: .disconnected(connection: 1))
    }

    @Test("The error for a device that the kernel refuses gives the reason")
    func aKernelThatTakesNoDeviceSaysWhy() throws {
        kernel.close()
        let error = #expect(throws: VirtualKeyError.self) { try link() }
        #expect(error?.message == "the kernel takes no device at /dev/uhid: Broken pipe")
    }

    @Test(
        "The error for /dev/uhid that cannot be opened says what to do",
        arguments: [
            (ENOENT, "modprobe uhid"), (ENODEV, "--device /dev/uhid"), (EACCES, "70-toque.rules"),
            (EIO, "Input/output error"),
        ])
    func whyItCannotBeOpenedIsSaid(code: Int32, remedy: String) {
        let error = UHIDDevice.error("/dev/uhid", code)
        #expect(error.message.contains("/dev/uhid"))
        #expect(error.message.contains(remedy))
    }

    @Test("The uhid device is opened at its path, or the error names it")
    func itIsOpenedAtItsPath() throws {
        #expect(throws: UHIDDevice.error("/dev/none", ENOENT)) { try UHIDDevice.open("/dev/none") }
        #expect(try UHIDDevice.open("/dev/null").number >= 0)
    }
}
