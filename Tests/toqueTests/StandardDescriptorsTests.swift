import Glibc
import Testing

@testable import toque

@Suite struct StandardDescriptorsTests {
    @Test func closedOnesLeadNowhere() async {
        await #expect(processExitsWith: .success) {
            close(STDIN_FILENO)
            close(STDOUT_FILENO)
            StandardDescriptors.fill()
            var null = stat()
            stat("/dev/null", &null)
            for descriptor in [STDIN_FILENO, STDOUT_FILENO] {
                var status = stat()
                #expect(fstat(descriptor, &status) == 0)
                #expect(status.st_rdev == null.st_rdev)
            }
        }
    }
}
