import type { SystemField } from '../../../preload/contract/settings/backups.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import type { Database, Row } from '../../base/storage/database.ts';
import { type RowReader, readRow, readRows } from '../../base/storage/rows/index.ts';
import { portalRows } from '../../chat/service/index.ts';
import { calendarRows } from '../../machines/maintenance/index.ts';
import { clientSettingsRows } from '../../systems/clients/index.ts';
import { connectionRows } from '../../systems/connections/index.ts';
import { systemRows } from '../../systems/list/index.ts';
import { signInRows } from '../../systems/sign-in/index.ts';

/** A system's servers and trust, with their rows. */
export interface SystemTrust {
  readonly system: System;
  /** In the form that a user compares; unset ones are empty. */
  readonly fields: Readonly<Record<SystemField, string>>;
  readonly rows: Readonly<Record<'connections' | 'signIn' | 'clients' | 'portal', Row | undefined>>;
  /** The addresses of its calendars. */
  readonly calendars: readonly string[];
}

const list = (texts: readonly string[]): string => texts.toSorted().join('\n');

/** Returns every system in a database, by id. */
export async function readSystemTrust(database: Database): Promise<Map<string, SystemTrust>> {
  const [systems, connections, signIn, clients, portals, calendars] = await Promise.all([
    database.all({ sql: 'SELECT * FROM systems' }),
    database.all({ sql: 'SELECT * FROM connections' }),
    database.all({ sql: 'SELECT * FROM sign_in_settings' }),
    database.all({ sql: 'SELECT * FROM client_settings' }),
    database.all({ sql: 'SELECT * FROM genai_portals' }),
    database.all({ sql: 'SELECT * FROM maintenance_calendars' }),
  ]);
  const of = (rows: readonly Row[], id: string) => rows.find((row) => row.system_id === id);
  const read = <T>(reader: RowReader<T>, row: Row | undefined): T | null =>
    row === undefined ? null : readRow({}, reader, row);
  const datesFrom = readRows({}, calendarRows, calendars);
  return new Map(
    readRows({}, systemRows, systems).map((system) => {
      const { id } = system;
      const rows = {
        connections: of(connections, id),
        signIn: of(signIn, id),
        clients: of(clients, id),
        portal: of(portals, id),
      };
      const chosen = read(connectionRows, rows.connections);
      const settings = read(signInRows, rows.signIn);
      const made = read(clientSettingsRows, rows.clients);
      const [, portal] = read(portalRows, rows.portal) ?? [];
      const urls = datesFrom.flatMap(({ systemId, url }) =>
        systemId === id && url !== null ? [url] : [],
      );
      const proxy = chosen?.proxy;
      const fields: Record<SystemField, string> = {
        webApi: system.webApiUrl,
        identityProvider: system.authUrl ?? '',
        genai: system.genaiUrl ?? '',
        authorities: list(
          system.authorities.map(({ subject, fingerprint }) => `${subject} ${fingerprint}`),
        ),
        pins: list((chosen?.pins ?? []).map(({ host, fingerprint }) => `${host} ${fingerprint}`)),
        intermediates: list(
          (chosen?.intermediates ?? []).map(
            ({ subject, fingerprint }) => `${subject} ${fingerprint}`,
          ),
        ),
        proxy:
          proxy?.kind === 'manual'
            ? [proxy.user ?? '', proxy.address, proxy.except].join(' ').trim()
            : proxy === undefined || proxy.kind === 'system'
              ? ''
              : proxy.kind,
        signIn:
          settings === null
            ? ''
            : [settings.realmPath, settings.clientId ?? '', settings.redirectUrl].join(' '),
        clients: list([made?.webInterfaceUrl ?? '', made?.registrationUrl ?? '']).trim(),
        portal: list([portal?.keysUrl ?? '', portal?.usageUrl ?? '']).trim(),
        calendars: list(urls),
      };
      return [id, { system, fields, rows, calendars: urls }];
    }),
  );
}
