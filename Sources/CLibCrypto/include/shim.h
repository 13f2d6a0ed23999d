#pragma once
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/decoder.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

/* A macro of several, which Swift does not import. */
static const int toque_pkey_keypair = EVP_PKEY_KEYPAIR;

/* OpenSSL keeps the pointers given to OSSL_PARAM constructors until EVP_PKEY_fromdata has returned. Swift's bridged
 * pointers are dead by then, so parameters are built and used inside one C function. */

static inline EVP_PKEY *toque_pkey_from_parameters(const char *type, int selection, OSSL_PARAM *parameters) {
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
    if (context == NULL || EVP_PKEY_fromdata_init(context) != 1
        || EVP_PKEY_fromdata(context, &key, selection, parameters) != 1) {
        EVP_PKEY_free(key);
        key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    return key;
}

/* The parameters of a group as a key that has neither half yet. */
static inline EVP_PKEY *toque_ec_parameters(const char *group) {
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, (char *)group, 0),
        OSSL_PARAM_construct_end(),
    };
    return toque_pkey_from_parameters("EC", EVP_PKEY_KEY_PARAMETERS, parameters);
}

/* An EC public key from its uncompressed point. A copy of parameters takes a quarter of the time that their making
 * from a name takes, which EVP_PKEY_fromdata does for each key. */
static inline EVP_PKEY *toque_ec_public_key(const EVP_PKEY *group, const unsigned char *point, size_t length) {
    EVP_PKEY *key = EVP_PKEY_new();
    if (key == NULL || group == NULL || EVP_PKEY_copy_parameters(key, group) != 1
        || EVP_PKEY_set1_encoded_public_key(key, point, length) != 1) {
        EVP_PKEY_free(key);
        return NULL;
    }
    return key;
}

/* An RSA public key from big-endian numbers. By the older functions, which take half the time of a list of parameters
 * and EVP_PKEY_fromdata. */
static inline EVP_PKEY *toque_rsa_public_key(const unsigned char *n, size_t n_length,
                                             const unsigned char *e, size_t e_length) {
    EVP_PKEY *key = EVP_PKEY_new();
    RSA *rsa = RSA_new();
    BIGNUM *modulus = BN_bin2bn(n, (int)n_length, NULL);
    BIGNUM *exponent = BN_bin2bn(e, (int)e_length, NULL);
    if (key != NULL && rsa != NULL && RSA_set0_key(rsa, modulus, exponent, NULL) == 1) {
        modulus = exponent = NULL;
        if (EVP_PKEY_assign_RSA(key, rsa) == 1) return key;
    }
    BN_free(modulus);
    BN_free(exponent);
    RSA_free(rsa);
    EVP_PKEY_free(key);
    return NULL;
}

/* A whole RSA key from its two primes (big-endian, each half_length bytes) and the exponent 65537. */
static inline EVP_PKEY *toque_rsa_private_key(const unsigned char *primes, size_t half_length) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM *parameters = NULL;
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    BN_CTX *context = BN_CTX_secure_new();
    BIGNUM *p = BN_secure_new(), *q = BN_secure_new(), *n = BN_new(), *e = BN_new(), *d = BN_secure_new();
    BIGNUM *p1 = BN_secure_new(), *q1 = BN_secure_new(), *phi = BN_secure_new();
    BIGNUM *dp = BN_secure_new(), *dq = BN_secure_new(), *qi = BN_secure_new();
    int built = builder != NULL && context != NULL && p && q && n && e && d && p1 && q1 && phi && dp && dq && qi
        && BN_bin2bn(primes, (int)half_length, p) != NULL
        && BN_bin2bn(primes + half_length, (int)half_length, q) != NULL;
    if (built) {
        BN_set_flags(p, BN_FLG_CONSTTIME);
        BN_set_flags(q, BN_FLG_CONSTTIME);
        BN_set_flags(d, BN_FLG_CONSTTIME);
        BN_set_flags(phi, BN_FLG_CONSTTIME);
    }
    built = built && BN_mul(n, p, q, context) == 1 && BN_set_word(e, 65537) == 1
        && BN_sub(p1, p, BN_value_one()) == 1 && BN_sub(q1, q, BN_value_one()) == 1
        && BN_mul(phi, p1, q1, context) == 1 && BN_mod_inverse(d, e, phi, context) != NULL
        && BN_mod(dp, d, p1, context) == 1 && BN_mod(dq, d, q1, context) == 1
        && BN_mod_inverse(qi, q, p, context) != NULL
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_D, d) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_FACTOR1, p) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_FACTOR2, q) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_EXPONENT1, dp) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_EXPONENT2, dq) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_COEFFICIENT1, qi) == 1;
    if (built) {
        parameters = OSSL_PARAM_BLD_to_param(builder);
        if (parameters != NULL) key = toque_pkey_from_parameters("RSA", EVP_PKEY_KEYPAIR, parameters);
    }
    OSSL_PARAM_free(parameters);
    OSSL_PARAM_BLD_free(builder);
    BN_clear_free(p);
    BN_clear_free(q);
    BN_free(n);
    BN_free(e);
    BN_clear_free(d);
    BN_clear_free(p1);
    BN_clear_free(q1);
    BN_clear_free(phi);
    BN_clear_free(dp);
    BN_clear_free(dq);
    BN_clear_free(qi);
    BN_CTX_free(context);
    return key;
}

/* Sets the padding of an RSA signature: PSS with a salt as long as the digest, or PKCS #1 v1.5. */
static inline int toque_rsa_padding(EVP_PKEY_CTX *context, int pss) {
    if (!pss) return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING);
    return EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1
        && EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1;
}

/* Whether a y of an Edwards curve is that of a point, by Euler's criterion: 1, 0 or -1 for a failure. Big-endian.
 * Ed25519 (RFC 8032 section 5.1): x^2 = (y^2 - 1) / (d y^2 + 1), d = -121665/121666.
 * Ed448 (section 5.2):            x^2 = (y^2 - 1) / (d y^2 - 1), d = -39081.
 * A quotient is a square where the product is, and a factor that stands twice does not change that. */
static inline int toque_edwards_is_point(const unsigned char *y, size_t length, const unsigned char *prime,
                                         size_t prime_length, int is448) {
    int result = -1;
    BN_CTX *context = BN_CTX_new();
    BIGNUM *p = BN_bin2bn(prime, (int)prime_length, NULL), *square = BN_bin2bn(y, (int)length, NULL);
    BIGNUM *u = BN_new(), *v = BN_new();
    if (context != NULL && p && square && u && v && BN_mod_sqr(square, square, p, context) == 1
        && BN_copy(u, square) != NULL && BN_sub_word(u, 1) == 1 && BN_copy(v, square) != NULL) {
        int built = is448
            /* (y^2 - 1) (-39081 y^2 - 1) */
            ? BN_mul_word(v, 39081) == 1 && BN_add_word(v, 1) == 1
            /* (y^2 - 1) (121666 - 121665 y^2) 121666 */
            : BN_mul_word(v, 121665) == 1 && BN_sub_word(v, 121666) == 1 && BN_mul_word(v, 121666) == 1;
        BN_set_negative(v, !BN_is_negative(v));
        if (built && BN_mod_mul(u, u, v, p, context) == 1) {
            int symbol = BN_kronecker(u, p, context);
            if (symbol != -2) result = symbol != -1;
        }
    }
    BN_free(p);
    BN_free(square);
    BN_free(u);
    BN_free(v);
    BN_CTX_free(context);
    return result;
}
