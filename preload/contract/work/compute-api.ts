import * as z from 'zod';
import type { Scheduler } from '../../../common/scripts/directives.ts';
import { sshHost, sshUser } from './ssh-names.ts';

/** Families of compute APIs that the app can use. */
export const families = ['field', 'slurm', 'firecrest', 'iri'] as const;

/** Whose directives its scripts have. */
export const schedulerOf = (family: (typeof families)[number]): Scheduler =>
  family === 'field' ? 'pjm' : 'slurm';

/** The user there, for whom own jobs are told from those of others. */
const user = z.string().trim().min(1).max(100);

/**
 * The compute API of a system, at the address of its Web API. A system without one has neither jobs nor files.
 * `field`: the API of shared descriptions with `/queue` and `/file`; `slurm`: slurmrestd; `firecrest`: FirecREST v2;
 * `iri`: the IRI Facility API;
 * `slurm-ssh`: Slurm's commands over the system's own ssh program, whatever the address of the Web API.
 */
export const computeApi = z.discriminatedUnion('family', [
  z.strictObject({ family: z.literal('field'), user: user.optional() }),
  z.strictObject({
    family: z.literal('slurm'),
    /** Version of its interface, as in its paths. */
    version: z.string().regex(/^v0\.0\.\d{2}$/),
    /** It answers for the accounting database too. */
    accounting: z.boolean().optional(),
    /** Name of the cluster. */
    cluster: z.string().trim().min(1).max(100).optional(),
    user: user.optional(),
  }),
  z.strictObject({
    family: z.literal('firecrest'),
    /** Origin of the storage through which large files go, which the user allows: `https://s3.example.org`. */
    storage: z
      .string()
      .regex(/^https?:\/\/[^\s/?#@]{1,300}$/)
      .optional(),
    user: user.optional(),
  }),
  z.strictObject({
    family: z.literal('iri'),
    /** As in its paths. */
    version: z.enum(['v1', 'v2']),
    user: user.optional(),
  }),
  z.strictObject({
    family: z.literal('slurm-ssh'),
    /** A host as in the user's configuration of ssh. */
    host: z.string().regex(sshHost),
    /** The user there; default: as in the user's configuration of ssh. */
    user: z.string().regex(sshUser).optional(),
  }),
]);
export type ComputeApiChoice = z.infer<typeof computeApi>;
