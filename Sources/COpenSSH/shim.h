#pragma once
#include <stddef.h>
#include <stdint.h>

/* What OpenSSH and a library that reaches security keys for it hand each other: version 10 of the interface that
 * OpenSSH calls sk-api, and its PROTOCOL.u2f describes. What the library hands out is made with malloc, and OpenSSH
 * frees it. */

/* A new key pair, or the public half of one that the key holds. */
struct sk_enroll_response {
    uint8_t flags;
    /* An uncompressed point of P-256, or the 32 bytes of Ed25519. */
    uint8_t *_Nullable public_key;
    size_t public_key_len;
    uint8_t *_Nullable key_handle;
    size_t key_handle_len;
    /* The attestation's. */
    uint8_t *_Nullable signature;
    size_t signature_len;
    /* In DER. */
    uint8_t *_Nullable attestation_cert;
    size_t attestation_cert_len;
    /* The authenticator data as a CBOR byte string. */
    uint8_t *_Nullable authdata;
    size_t authdata_len;
};

struct sk_sign_response {
    /* Those of the authenticator data, and its signature counter. */
    uint8_t flags;
    uint32_t counter;
    /* The two numbers of ECDSA, big-endian; all of an Ed25519 signature stands in the first. */
    uint8_t *_Nullable sig_r;
    size_t sig_r_len;
    uint8_t *_Nullable sig_s;
    size_t sig_s_len;
};

struct sk_resident_key {
    uint32_t alg;
    size_t slot;
    /* The RP ID, "ssh:" or something that begins so. */
    char *_Nullable application;
    struct sk_enroll_response key;
    uint8_t flags;
    uint8_t *_Nullable user_id;
    size_t user_id_len;
};

struct sk_option {
    char *_Nullable name;
    char *_Nullable value;
    /* Not 0: the call has to fail where the library does not know the option. */
    uint8_t required;
};
