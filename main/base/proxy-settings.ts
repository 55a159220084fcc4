/** Proxy settings for Chromium's own network. Like main, it uses no proxy for loopback. */
export type ProxySettings =
  | { readonly kind: 'system' }
  | { readonly kind: 'none' }
  | {
      readonly kind: 'manual';
      /** http or https, without credentials. */
      readonly url: URL;
      readonly except: readonly ProxyException[];
    };

/** Destinations reached without the proxy; at any port if `port` is null. */
export type ProxyException =
  | { readonly kind: 'all' }
  /** A host and its subdomains, in lower case as the user wrote it; may not be a valid host name. */
  | { readonly kind: 'name'; readonly name: string; readonly port: string | null }
  /** The addresses that share the first `bits` of `address`; with all bits, a single address. */
  | {
      readonly kind: 'range';
      readonly address: string;
      readonly bits: number;
      readonly port: string | null;
    };
