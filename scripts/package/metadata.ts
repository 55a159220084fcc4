/**
 * What the packages of every operating system say of the app, for electron-builder.ts and scripts/package/linux:
 * whatever a package names twice stands here once.
 */
export const metadata = {
  appId: 'app.compute-desk',
  /** Of the AppStream component, whose parts may have no hyphen (appstreamcli: cid-rdns-contains-hyphen). */
  componentId: 'app.compute_desk.compute_desk',
  /** The command, the package, the icon and the desktop file. */
  name: 'compute-desk',
  /** The binary that the command starts on Linux. */
  program: 'compute-desk-app',
  /** By it Windows knows versions of one MSI package; it never changes. */
  upgradeCode: '6E1F2F0B-6F0E-5C5C-9F39-0F3C1A6F7C1D',
  productName: 'Compute Desk',
  maker: 'The Compute Desk authors',
  /** No mailbox exists yet, and none is made up: a name that can never be one (RFC 2606). */
  address: 'authors@compute-desk.invalid',
  licence: 'Apache-2.0',
  summary: {
    en: 'Desktop client for a compute system',
    ja: '計算システムのデスクトップクライアント',
  },
  kind: { en: 'Compute system client', ja: '計算システムのクライアント' },
  description: {
    en: 'Shows which machines of a compute system are up, chats with its language models, and keeps the OAuth clients and the client certificate that open all of it. Nothing is fetched but from the systems that the user enters.',
    ja: '計算システムの稼働状況の確認、言語モデルとのチャット、OAuth クライアントとクライアント証明書の管理ができます。接続先は利用者が入力したシステムだけです。',
  },
  /** Why macOS is asked for the local network. */
  localNetwork: {
    en: 'Compute Desk connects to your compute system if its servers are in your own network.',
    ja: '計算システムのサーバーが同じネットワークにある場合に、Compute Desk がそのサーバーへ接続するために使います。',
  },
  category: 'Science',
  macCategory: 'public.app-category.developer-tools',
  keywords: ['HPC', 'supercomputer', 'certificate', 'OAuth', 'OpenID', 'chat'],
  /** The scheme of the addresses by which a browser returns to the app. */
  protocol: 'compute-desk',
  files: [
    {
      endings: ['p12', 'pfx'],
      name: { en: 'PKCS#12 certificate', ja: 'PKCS#12 証明書' },
      mimeType: 'application/x-pkcs12',
      /** Other names of the same; shared-mime-info knows the type by the first. */
      alias: ['application/pkcs12'],
      ours: false,
    },
    {
      endings: ['computedesk'],
      name: { en: 'Compute Desk system', ja: 'Compute Desk のシステム' },
      mimeType: 'application/x-compute-desk-system',
      alias: [],
      /** Nobody else describes it to the desktop. */
      ours: true,
    },
  ],
} as const;
