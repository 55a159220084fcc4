import { expect, test } from 'vitest';
import { isSecret } from '../../../renderer/attachments/taking/glob.ts';

test.each([
  ...['id_rsa', 'id_ed25519', 'ID_RSA', '.npmrc', '.pypirc', '.netrc', '.git-credentials', '.env'],
  ...['.env.local', 'prod.env', 'credentials.json', 'credentials', 'secrets.yaml', 'kubeconfig'],
  ...['client_secret_1.apps.json', 'service-account-prod.json', 'key.pem', 'a.p12', 'a.kdbx'],
  ...['.env.bak', 'id_rsa.old', '.npmrc~', 'prod-credentials.json', 'x-firebase-adminsdk-1.json'],
  ...['.bash_history', '.dockercfg', 'wp-config.php', 'auth.json', '.netrc.swp'],
  ...['.ssh/config', '.aws/config', '.docker/config.json', 'terraform.tfstate', '.htpasswd'],
])('%s in a folder is taken only by hand', (name) => {
  expect(isSecret(`project/deep/${name}`)).toBe(true);
});

test.each([
  ...['id_rsa.pub', 'environment.ts', 'credentials.ts', 'tokens.ts', 'secretary.md', 'keys.md'],
  ...['notes.bak', 'history.md', 'credentials.schema.ts', 'author.json', 'config.old'],
  ...['package.json', 'docker/Dockerfile', 'env.example.md', 'monkey', 'tokenizer.json'],
])('%s is like any other file', (name) => {
  expect(isSecret(`project/${name}`)).toBe(false);
});
