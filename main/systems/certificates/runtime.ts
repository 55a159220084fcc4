import type { TlsRuntime } from '../../base/x509/reader/index.ts';

/** The TLS stack of this process: Electron has BoringSSL instead of OpenSSL. */
export const runtime: TlsRuntime =
  process.versions.electron === undefined ? 'openssl' : 'boringssl';
