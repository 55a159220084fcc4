export { createFieldApi } from './field/index.ts';
export { createFirecrestApi } from './firecrest/index.ts';
export { createIriApi } from './iri/index.ts';
export { lockOf } from './locked.ts';
export { readPiece } from './part.ts';
export { createSlurmApi, errorOfSlurm } from './slurm/index.ts';
export { createSlurmSshApi } from './slurm/ssh/index.ts';
export { isRecord, parseBody, readText } from './values.ts';
export { AppCloses } from './waiting.ts';
