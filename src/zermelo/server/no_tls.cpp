// SPDX-License-Identifier: GPL-3.0-or-later
// Debian's libmicrohttpd can speak TLS, for which it needs GnuTLS and eight more libraries: to load them
// would take every command of the program longer than all the rest of its start. The server never asks for
// TLS (a proxy in front of it does that: docs/server.md), so the static library gets these instead of GnuTLS:
// what is called as the library begins succeeds, all else would fail.
#include <cstddef>
#include <cstdlib>

#define ZERMELO_ABSENT(name) \
    int name() { return -1; }

extern "C" {
int gnutls_global_init() { return 0; }
void gnutls_global_deinit() {}
void* (*gnutls_malloc)(std::size_t) = std::malloc;
ZERMELO_ABSENT(gnutls_alpn_set_protocols)
ZERMELO_ABSENT(gnutls_bye)
ZERMELO_ABSENT(gnutls_certificate_allocate_credentials)
ZERMELO_ABSENT(gnutls_certificate_free_credentials)
ZERMELO_ABSENT(gnutls_certificate_server_set_request)
ZERMELO_ABSENT(gnutls_certificate_set_dh_params)
ZERMELO_ABSENT(gnutls_certificate_set_retrieve_function2)
ZERMELO_ABSENT(gnutls_certificate_set_retrieve_function3)
ZERMELO_ABSENT(gnutls_certificate_set_x509_key_mem)
ZERMELO_ABSENT(gnutls_certificate_set_x509_key_mem2)
ZERMELO_ABSENT(gnutls_certificate_set_x509_trust_mem)
ZERMELO_ABSENT(gnutls_cipher_get)
ZERMELO_ABSENT(gnutls_credentials_set)
ZERMELO_ABSENT(gnutls_deinit)
ZERMELO_ABSENT(gnutls_dh_params_deinit)
ZERMELO_ABSENT(gnutls_dh_params_import_pkcs3)
ZERMELO_ABSENT(gnutls_dh_params_init)
ZERMELO_ABSENT(gnutls_handshake)
ZERMELO_ABSENT(gnutls_init)
ZERMELO_ABSENT(gnutls_priority_deinit)
ZERMELO_ABSENT(gnutls_priority_init)
ZERMELO_ABSENT(gnutls_priority_init2)
ZERMELO_ABSENT(gnutls_priority_set)
ZERMELO_ABSENT(gnutls_protocol_get_version)
ZERMELO_ABSENT(gnutls_psk_allocate_server_credentials)
ZERMELO_ABSENT(gnutls_psk_free_server_credentials)
ZERMELO_ABSENT(gnutls_psk_set_server_credentials_function)
ZERMELO_ABSENT(gnutls_record_check_pending)
ZERMELO_ABSENT(gnutls_record_get_direction)
ZERMELO_ABSENT(gnutls_record_recv)
ZERMELO_ABSENT(gnutls_record_send)
ZERMELO_ABSENT(gnutls_session_get_ptr)
ZERMELO_ABSENT(gnutls_session_set_ptr)
ZERMELO_ABSENT(gnutls_strerror)
ZERMELO_ABSENT(gnutls_transport_set_int2)
}  // extern "C"
