import { archiveOf, type Contents, rootObstacle } from '../support/clean-root.ts';

/** Debian 13 with its Slurm, and with a login node that asks for one-time codes. */
export const slurm24: Contents = {
  release: 'trixie',
  packages: [
    ...['slurm-wlm', 'slurmrestd', 'munge', 'socat'],
    ...['slurmdbd', 'slurm-wlm-mysql-plugin', 'mariadb-server'],
    ...['openssh-server', 'libpam-oath'],
  ],
};

/** Makes the root, once. Returns why there is none here. */
export function slurm24Obstacle(): string | undefined {
  const obstacle = rootObstacle();
  if (obstacle !== undefined) return obstacle;
  try {
    archiveOf(slurm24);
    return undefined;
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  }
}
