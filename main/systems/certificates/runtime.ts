import type { TlsRuntime } from '../../base/x509/reader/index.ts';

/** Which stack this process's TLS is: Electron has BoringSSL in the place of OpenSSL. */
export const runtime: TlsRuntime =
  process.versions.electron === undefined ? 'openssl' : 'boringssl';
