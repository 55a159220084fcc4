import { endlessCertificate } from '../../support/servers/doctor-servers.ts';
import { diagnosed } from '../../support/worlds/doctor-broken.ts';
import { fingerprintOf, identityOf, issueServer, selfSigned } from '../../support/worlds/pki.ts';

const days = (from: number, to: number) => ({
  from: new Date(Date.now() + from * 86_400_000),
  to: new Date(Date.now() + to * 86_400_000),
});

diagnosed(
  'at TLS that is broken',
  ({ pki, servers: { nginx, tcp, alerting, openssl }, webApi }) => [
    [
      'a server without TLS',
      { tls: 'tls-not-spoken' },
      async () => webApi(tcp((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
    ],
    ['a server that says nothing', { tls: 'tls-silent' }, async () => webApi(tcp(() => undefined))],
    [
      'a server that hangs up',
      { tls: 'tls-cut' },
      async () => webApi(tcp((socket) => socket.destroy())),
    ],
    [
      'a handshake without an end',
      { tls: 'tls-endless' },
      async () => webApi(tcp(endlessCertificate)),
    ],
    [
      'an old TLS',
      { tls: 'tls-too-old' },
      async () => webApi(openssl(pki().servers.good, ['-tls1_1', '-cipher', 'ALL:@SECLEVEL=0'])),
    ],
    [
      'a name that the server has no certificate for',
      { tls: 'tls-name-unknown' },
      async () => {
        const { certificateFile, keyFile } = pki().servers.wrongName;
        return webApi(
          openssl(pki().servers.good, [
            ...['-servername', 'elsewhere.example', '-servername_fatal'],
            ...['-cert2', certificateFile, '-key2', keyFile],
          ]),
        );
      },
    ],
    [
      'an unknown authority',
      { trust: 'trust-other-authority' },
      async () => webApi(nginx({ server: pki().servers.untrusted })),
    ],
    [
      'a certificate that signs itself',
      { trust: 'trust-self-signed' },
      async () => webApi(nginx({ server: await selfSigned(pki()) })),
    ],
    [
      'a certificate for another name',
      { trust: 'tls-server-name-mismatch' },
      async () => webApi(nginx({ server: pki().servers.wrongName })),
    ],
    [
      'a certificate that has ended',
      { trust: 'tls-server-expired' },
      async () => webApi(nginx({ server: pki().servers.expired })),
    ],
    [
      'a certificate that has not begun',
      { trust: 'trust-not-yet' },
      async () =>
        webApi(nginx({ server: await issueServer(pki(), 'not-yet', { period: days(1, 9) }) })),
    ],
    [
      'an authority that the server left out',
      { trust: 'trust-incomplete' },
      async () => {
        const server = await issueServer(pki(), 'incomplete', {
          authority: pki().authorities.foreign,
          extensions: ['authorityInfoAccess=caIssuers;URI:http://ca.example/issuer.der'],
        });
        return webApi(nginx({ server }));
      },
    ],
    [
      'no cipher in common',
      { tls: 'tls-handshake' },
      async () => webApi(openssl(pki().servers.good, ['-tls1_2', '-cipher', 'aNULL:@SECLEVEL=0'])),
    ],
    [
      'another certificate than the pinned one',
      { trust: 'trust-pin-differs' },
      async () => {
        const address = await nginx({ server: pki().servers.untrusted });
        const { certificatePem: pem, notAfter } = await selfSigned(pki());
        const { host } = new URL(address);
        const fingerprint = fingerprintOf(pem);
        return webApi(Promise.resolve(address), {
          pin: { host, pem, fingerprint, notAfter, subject: 'CN=localhost', pinnedAt: notAfter },
        });
      },
    ],
    [
      'no certificate chosen',
      { clientCertificate: 'certificate-none-chosen', http: 'tls-client-certificate-missing' },
      async () => webApi(nginx()),
    ],
    [
      'no certificate chosen, and a server of TLS 1.2 that hangs up for it',
      { clientCertificate: 'certificate-none-chosen', http: 'tls-client-certificate-missing' },
      async () => webApi(alerting('tls1_2')),
    ],
    [
      'a certificate of another authority',
      { clientCertificate: 'certificate-other-authority', http: 'tls-client-certificate-rejected' },
      async () => webApi(nginx(), { identity: identityOf(pki().users.foreign) }),
    ],
    [
      'a certificate whose time is over',
      {
        clientCertificate: 'tls-client-certificate-expired',
        http: 'tls-client-certificate-expired',
      },
      async () => webApi(nginx(), { identity: identityOf(pki().users.expired) }),
    ],
    [
      'a certificate that nobody asks for',
      { clientCertificate: 'certificate-unasked-but-chosen' },
      async () =>
        webApi(nginx({ verifyClient: 'off' }), { identity: identityOf(pki().users.good) }),
    ],
  ],
);
