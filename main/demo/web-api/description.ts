const json = (schema: object) => ({ 'application/json': { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answer = (description: string, schema: object) => ({ description, content: json(schema) });
const problems = {
  '403': answer('Neither a certificate nor a valid token', ref('Problem')),
  '422': answer('A value is missing, or there is no such machine', ref('Problem')),
};
const text = { type: 'string' };
const machine = {
  ...{ name: 'machine', in: 'path', required: true },
  schema: { ...text, example: 'cpu-main' },
};
const file = {
  ...{ name: 'file_path', in: 'path', required: true },
  description: 'Absolute, with or without its first slash.',
  schema: { ...text, example: 'home/demo' },
};
const jobId = {
  ...{ name: 'jobid', in: 'path', required: true },
  description: 'Several at once: `1-100`, `100_1-10`.',
  schema: text,
};
const paging = [
  { name: 'index', in: 'query', schema: { type: 'integer', minimum: 0 } },
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 1000 } },
];
const upload = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: { file: { ...text, format: 'binary' } },
      },
    },
  },
};

/** The demo's Web API as an OpenAPI description. */
export const webApiDescription = {
  openapi: '3.0.3',
  info: {
    title: 'Demo Web API',
    version: '1.0',
    description: 'Machines, jobs, files and commands of the demo.',
  },
  servers: [{ url: '/' }],
  tags: [{ name: 'machines' }, { name: 'jobs' }, { name: 'files' }, { name: 'commands' }],
  paths: {
    '/status/': {
      get: {
        ...{ operationId: 'listMachines', tags: ['machines'], summary: 'All machines' },
        responses: {
          '200': answer('State of each machine', { type: 'array', items: ref('Machine') }),
          ...problems,
        },
      },
    },
    '/status/{machine}': {
      parameters: [machine],
      get: {
        ...{ operationId: 'showMachine', tags: ['machines'], summary: 'One machine' },
        responses: { '200': answer('Its state', ref('Machine')), ...problems },
      },
    },
    '/queue/{machine}': {
      parameters: [machine],
      get: {
        ...{ operationId: 'listJobs', tags: ['jobs'], summary: 'Jobs in the queue' },
        parameters: paging,
        responses: { '200': answer('Jobs that have not ended', ref('Jobs')), ...problems },
      },
      post: {
        ...{ operationId: 'submitJob', tags: ['jobs'], summary: 'Submit a job' },
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: {
                  jobfile: { ...text, description: 'Path of a script there; it wins.' },
                  jobscript: { ...text, format: 'binary', description: 'A script.' },
                  qopt: { ...text, description: 'Options of the scheduler.' },
                },
              },
            },
          },
        },
        responses: { '200': answer('A line with the job’s number', ref('Output')), ...problems },
      },
    },
    '/queue/{machine}/sacct': {
      parameters: [machine],
      get: {
        ...{ operationId: 'listEndedJobs', tags: ['jobs'], summary: 'Jobs that ended' },
        parameters: paging,
        responses: { '200': answer('Jobs of the last 24 hours', ref('Jobs')), ...problems },
      },
    },
    '/queue/{machine}/{jobid}': {
      parameters: [machine, jobId],
      get: {
        ...{ operationId: 'showJob', tags: ['jobs'], summary: 'One job' },
        responses: { '200': answer('The job and its tasks', ref('Jobs')), ...problems },
      },
      delete: {
        ...{ operationId: 'cancelJobs', tags: ['jobs'], summary: 'Cancel jobs' },
        responses: { '200': answer('What became of each', ref('Output')), ...problems },
      },
    },
    '/file/{machine}/{file_path}': {
      parameters: [machine, file],
      get: {
        ...{ operationId: 'readFile', tags: ['files'], summary: 'Read a file or list a folder' },
        parameters: [
          {
            ...{ name: 'view', in: 'query' },
            description: '`read`: its line, or those of a folder’s entries, as `ls -l` has them.',
            schema: { ...text, enum: ['read'] },
          },
        ],
        responses: {
          '200': {
            description: 'The file’s bytes',
            content: { 'application/octet-stream': { schema: { ...text, format: 'binary' } } },
          },
          ...problems,
        },
      },
      post: {
        ...{ operationId: 'createFile', tags: ['files'], summary: 'Create a file' },
        requestBody: upload,
        responses: {
          '200': answer('Created', ref('Output')),
          '409': answer('There is one already', ref('Problem')),
          ...problems,
        },
      },
      put: {
        ...{ operationId: 'replaceFile', tags: ['files'], summary: 'Replace a file' },
        requestBody: upload,
        responses: { '200': answer('Replaced', ref('Output')), ...problems },
      },
    },
    '/command/{machine}': {
      parameters: [machine],
      post: {
        ...{ operationId: 'runCommand', tags: ['commands'], summary: 'Run a command' },
        requestBody: {
          required: true,
          content: json({
            type: 'object',
            required: ['command'],
            properties: { command: { ...text, example: 'pwd' } },
          }),
        },
        responses: { '200': answer('What it printed', ref('Output')), ...problems },
      },
    },
  },
  components: {
    schemas: {
      Machine: {
        type: 'object',
        required: ['machine', 'status'],
        properties: {
          machine: text,
          status: { ...text, example: 'OK' },
          queue: { type: 'integer' },
          nodes: {
            type: 'object',
            properties: { total: { type: 'integer' }, available: { type: 'integer' } },
          },
          message: text,
        },
      },
      Jobs: {
        type: 'object',
        properties: {
          status: text,
          error: text,
          output: { type: 'array', items: { type: 'object', additionalProperties: true } },
        },
      },
      Output: {
        type: 'object',
        properties: { status: text, error: text, output: text },
      },
      Problem: {
        type: 'object',
        properties: { error: text, message: text, err_msg: text },
      },
    },
    securitySchemes: {
      certificate: { type: 'mutualTLS' },
      token: { type: 'http', scheme: 'bearer' },
    },
  },
  security: [{ certificate: [] }, { token: [] }],
} as const;
