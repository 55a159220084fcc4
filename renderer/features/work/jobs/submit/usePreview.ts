import { useEffect, useState } from 'react';
import { parseJson } from '../../../../../common/texts/json.ts';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import type { CallOutput } from '../../../../../preload/contract/index.ts';
import type { JobSubmission } from '../../../../../preload/contract/work/jobs.ts';
import { toProblem, useClient } from '../../../../kit/index.ts';

export interface Preview {
  readonly request: CallOutput<'jobs.preview'> | null;
  readonly problem: AppErrorData | null;
}

/** Pause in typing after which the request is asked for, ms. */
const pause = 250;
const nothing: Preview = { request: null, problem: null };

/** The request as it would be sent, while typing. */
export function usePreview(options: {
  readonly systemId: string;
  /** That of the submission. */
  readonly id: string;
  readonly submission: JobSubmission | null;
}): Preview {
  const { systemId, id, submission } = options;
  const client = useClient();
  const [preview, setPreview] = useState(nothing);
  const text = submission === null ? null : JSON.stringify(submission);
  useEffect(() => {
    if (text === null) {
      setPreview(nothing);
      return;
    }
    let isLatest = true;
    const asked = parseJson(text) as JobSubmission;
    const timer = setTimeout(() => {
      client.call('jobs.preview', { systemId, id, submission: asked }).then(
        (request) => isLatest && setPreview({ request, problem: null }),
        (error: unknown) => isLatest && setPreview({ request: null, problem: toProblem(error) }),
      );
    }, pause);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [client, systemId, id, text]);
  return preview;
}
