import type { FaultDetails } from '../../../common/texts/file-fault.ts';

/** Why a file cannot be read, and where in it; says no word of the file. */
export class FileProblem extends Error {
  readonly details: FaultDetails;

  constructor(details: FaultDetails, cause?: unknown) {
    super(`file: ${details.fault}`, { cause });
    this.name = 'FileProblem';
    this.details = details;
  }
}
