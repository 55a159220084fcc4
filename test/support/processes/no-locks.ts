import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../../scripts/lanes/needs.ts';

const source = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
static int refuse(const char *name, int fd, int command, void *given) {
  if (command == F_SETLK || command == F_SETLKW || command == F_GETLK) {
    errno = ENOLCK;
    return -1;
  }
  int (*real)(int, int, void *) = dlsym(RTLD_NEXT, name);
  return real(fd, command, given);
}
#define TAKEN va_list all; va_start(all, command); void *given = va_arg(all, void *); va_end(all);
int fcntl(int fd, int command, ...) { TAKEN return refuse("fcntl", fd, command, given); }
int fcntl64(int fd, int command, ...) { TAKEN return refuse("fcntl64", fd, command, given); }
`;

const compiler = process.platform === 'linux' ? findProgram('cc', 'gcc') : undefined;

/** Whether there is a compiler to take the locks away with. */
export const canTakeLocks = compiler !== undefined;

/** The environment of a process whose file systems lock nothing. */
export function withoutLocks(folder: string): NodeJS.ProcessEnv {
  if (compiler === undefined) throw new Error('no compiler');
  const [from, library] = [join(folder, 'no-locks.c'), join(folder, 'no-locks.so')];
  writeFileSync(from, source);
  const made = spawnSync(compiler, ['-shared', '-fPIC', '-o', library, from, '-ldl']);
  if (made.status !== 0) throw new Error(String(made.stderr));
  return { ...process.env, LD_PRELOAD: library };
}
