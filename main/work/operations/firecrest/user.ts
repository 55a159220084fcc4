import type { Project, Send } from '../types.ts';
import { isRecord, jsonOf, pathPart, readText, wrongShape } from '../values.ts';

/** The user on one of the clusters, as it knows them. */
export interface User {
  readonly name: string | null;
  /** Their accounts, the usual one first. */
  readonly projects: readonly Project[];
}

export async function readUser(send: Send, machine: string): Promise<User> {
  const path = `/status/${pathPart(machine)}/userinfo`;
  const answer = await send({ method: 'GET', path, reads: true });
  const value = jsonOf(answer);
  if (!isRecord(value)) throw wrongShape(answer, typeof value);
  const { user, accounts } = value;
  const all = Array.isArray(accounts) ? accounts.filter(isRecord) : [];
  const isUsual = (one: (typeof all)[number]): boolean => one.default === true;
  return {
    name: isRecord(user) ? readText(user.name) : null,
    projects: [...all.filter(isUsual), ...all.filter((one) => !isUsual(one))].flatMap((one) => {
      const name = readText(one.name);
      return name === null ? [] : [{ name, title: null, allocations: [] }];
    }),
  };
}
