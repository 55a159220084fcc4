/** The proxy answered CONNECT with something else than 2xx. */
export class ProxyRefusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the proxy answered CONNECT with ${status}`);
    this.name = 'ProxyRefusal';
    this.status = status;
  }
}
