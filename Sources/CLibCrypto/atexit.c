#include <openssl/crypto.h>

/* A process may exit while another thread generates a key or signs. By default, OpenSSL frees its state when the process
 * exits, locks included, and that thread crashes. Only OpenSSL's first initialization decides about this, so it precedes
 * every other use: OPENSSL_init_crypto(3), OPENSSL_INIT_NO_ATEXIT. */
__attribute__((constructor)) static void keep_state_at_exit(void) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}
