/** Why a document was not read: the errors of the same names, or no document at all. */
export type DocumentFault =
  | 'document-damaged'
  | 'document-protected'
  | 'document-too-large'
  | 'document-no-text'
  | 'attachment-unsupported';

export class RefusedDocument extends Error {
  readonly code: DocumentFault;

  constructor(code: DocumentFault, options: ErrorOptions = {}) {
    super(code, options);
    this.code = code;
  }
}
