import Testing

/// The SDK against the sandbox, over HTTP. An app has one SDK, so the tests run one at a time.
@MainActor
@Suite(.serialized) struct YunoSDKTests {}
