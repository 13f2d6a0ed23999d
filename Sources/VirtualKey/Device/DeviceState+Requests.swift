import CTAP

/// CTAPHID_CBOR and CTAPHID_MSG: requests on their way to the processor and back (CTAP 2.1 sections 11.2.9.1.1 and
/// 11.2.9.1.2).
extension DeviceState {
    mutating func process(_ message: CTAPHIDMessage, _ connection: DeviceConnection) -> Effects {
        lastID += 1
        let request = Request(id: lastID, connection: connection.number, message: message)
        transaction = .processing(
            Transaction.Processing(request: request, connection: connection))
        // The processor has one command at a time, also where an earlier one takes its time to stop.
        guard running == nil else {
            scheduleKeepalive()
            return Effects()
        }
        return Effects(request: start(request))
    }

    /// It is the request's turn.
    private mutating func start(_ request: Request) -> Request {
        running = Running(id: request.id)
        var started = request
        started.changesChannel = lastChannel != request.message.channel
        lastChannel = request.message.channel
        return started
    }

    func answer(_ processing: Transaction.Processing, _ reply: [UInt8]) {
        var message = processing.request.message
        message.payload = reply
        processing.connection.send(message)
    }

    /// The thread that delivered a request goes on while the request is still at work.
    /// - Returns: the task, where it was canceled meanwhile.
    mutating func suspended(_ id: Int, _ task: Task<Void, Never>) -> Task<Void, Never>? {
        guard running?.id == id else { return nil }
        running?.task = task
        if running?.isCancelled == true { return task }
        guard case .processing(let processing) = transaction, processing.request.id == id else { return nil }
        scheduleKeepalive()
        // What it waits for was held back until it was certain that it waits.
        if processing.status != .processing { sendKeepalive(processing) }
        return nil
    }

    /// A request waits for something else now. After it was canceled its client awaits the answer alone.
    mutating func keepalive(_ status: KeepaliveStatus, of id: Int) {
        guard case .processing(var processing) = transaction, processing.request.id == id, processing.status != status
        else { return }
        processing.status = status
        transaction = .processing(processing)
        guard let running, running.task != nil, !running.isCancelled else { return }
        scheduleKeepalive()
        sendKeepalive(processing)
    }

    /// A request is over.
    /// - Returns: the request that has waited for it.
    mutating func complete(_ id: Int, reply: [UInt8]) -> Request? {
        if running?.id == id { running = nil }
        guard case .processing(let processing) = transaction else { return nil }
        if processing.request.id == id {
            transaction = nil
            answer(processing, reply)
            return nil
        }
        return start(processing.request)
    }

    /// There is none while a CTAPHID_MSG request is at work, which awaits nobody: some hosts of U2F take it for an answer.
    mutating func scheduleKeepalive() {
        guard case .processing(var processing) = transaction, processing.request.message.command == .cbor else {
            return
        }
        processing.keepalive = uptime() + Self.keepaliveInterval
        transaction = .processing(processing)
    }

    func sendKeepalive(_ processing: Transaction.Processing) {
        // Who does not read has no use for more of them.
        guard processing.connection.unread == 0 else { return }
        processing.connection.send(
            CTAPHIDMessage(
                channel: processing.request.message.channel, command: .keepalive, payload: [processing.status.rawValue])
        )
    }
}
