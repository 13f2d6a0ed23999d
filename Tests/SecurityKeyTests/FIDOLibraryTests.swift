import Testing

@testable import SecurityKey

@Test func threadsCanBePreparedMoreThanOnce() {
    FIDOLibrary.prepareThread()
    FIDOLibrary.prepareThread()
}
