# shellcheck shell=bash
# Sourced by the scripts that run the Swift tests: runs their two suites.

# Tests that wait for servers, devices and processes. Beside tests that only compute, they would get no processor for so
# long that they time out.
waiting='APIClient|CredentialStore|SecurityKey|VirtualKey|PixAPI|Sandbox|BiometricPixFlow|BiometricPixSDK|Checkout(Presentation|Simulator)'
waiting+='|PixSimulator|PlacetoPayCheckout|TakeMePaySDK|YunoSDK|ecommpaySDK|toque'

# Tests of sandboxes, whose data is in memory, and in the suite `postgresql` in a server's databases.
stored='(Sandbox|PixSimulator|CheckoutSimulator)Tests'

# swift_suite computing|waiting|postgresql FOLDER RESULTS [OPTION...]: runs the suite of the tests that were built in the
# folder; RESULTS.xml is its JUnit XML file, missing if the tests died; RESULTS.jsonl has the events of the run; the
# options are those of `swift test`.
swift_suite() {
    local suite=$1 folder=$2 results=$3 skipped width postgresql=0
    shift 3
    # Limits parallel tests: hundreds of servers at once would keep each other's clients waiting, and a test that only
    # computes takes a whole processor.
    case $suite in
    computing) skipped="^($waiting)Tests\\." width=$(nproc) ;;
    waiting) skipped="^(?!($waiting)Tests\\.)" width=8 ;;
    postgresql) skipped="^(?!$stored\\.)" width=8 postgresql=1 ;;
    esac
    # As `swift test` runs them, which plans the build again first: in parallel, in one process.
    env TOQUE_TEST_POSTGRESQL="$postgresql" SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH="$width" NO_COLOR=1 \
        "$folder"/toquePackageTests.xctest --testing-library swift-testing --skip "$skipped" \
        --xunit-output "$results.xml" --event-stream-output-path "$results.jsonl" --event-stream-version 0 "$@"
}

# show_failures LOG: prints the log of a suite without the tests that passed.
show_failures() {
    printf '%s\n' "--- $1 without what passed"
    grep -vE '^(◇|✔|↳ (Testing Library|Target Platform)|\[[0-9]+/[0-9]+\])' "$1" || true
    printf '%s\n' '---'
}
