import type { FaultDetails } from '../../../common/texts/file-fault.ts';

/** Reason why a file cannot be read, and where; quotes nothing from the file. */
export class FileProblem extends Error {
  readonly details: FaultDetails;

  constructor(details: FaultDetails, cause?: unknown) {
    super(`file: ${details.fault}`, { cause });
    this.name = 'FileProblem';
    this.details = details;
  }
}
