import type { TestProject } from 'vitest/node';
import { factsOf, type KeycloakFacts, startKeycloak } from './keycloak.ts';

declare module 'vitest' {
  interface ProvidedContext {
    keycloak: KeycloakFacts;
  }
}

/** One Keycloak for all files of the lane. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const keycloak = await startKeycloak();
  project.provide('keycloak', factsOf(keycloak));
  return () => keycloak.stop();
}
