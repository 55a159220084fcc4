import { https } from './https.ts';

/** Where Keycloak's admin API is, and as whom the tests go there. */
export interface AdminAccess {
  /** Without a slash at its end, such as `https://localhost:8443/auth`. */
  readonly base: string;
  readonly authority: string;
  readonly username: string;
  readonly password: string;
}

/** Keycloak's admin REST API, as the administrator of the whole server. */
export interface Admin {
  /** An access token of the master realm's administrator. */
  token(): Promise<string>;
  /** @param path Below `/admin`. @returns The parsed answer, null where it is empty. @throws On any status but 2xx. */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
}

export function createAdmin({ base, authority, username, password }: AdminAccess): Admin {
  const token = async (): Promise<string> => {
    const answer = await https({
      url: `${base}/realms/master/protocol/openid-connect/token`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'admin-cli',
        username,
        password,
      }).toString(),
      authority,
    });
    const { access_token } = JSON.parse(answer.text) as { access_token?: string };
    if (access_token === undefined) throw new Error(`No administrator: ${answer.text}`);
    return access_token;
  };
  return {
    token,
    async call(method, path, body) {
      // Administrators' tokens live for a minute: one for each call is simpler than keeping count.
      const answer = await https({
        url: `${base}/admin${path}`,
        method,
        headers: {
          authorization: `Bearer ${await token()}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        authority,
      });
      if (answer.status < 200 || answer.status > 299) {
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      }
      return answer.text === '' ? null : (JSON.parse(answer.text) as unknown);
    },
  };
}
