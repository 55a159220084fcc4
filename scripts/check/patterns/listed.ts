/** An expression that is not proven, and why it may stay: its text is our own or short. */
export interface Listed {
  readonly file: string;
  /** As `/source/flags`; null for one that is made while the app runs. */
  readonly name: string | null;
  readonly because: string;
}

function of(file: string, because: string, names: readonly (string | null)[]): Listed[] {
  return names.map((name) => ({ file, name, because }));
}

export const listed: readonly Listed[] = [
  ...of('main/hosts/content-security-policy.ts', "the page of the diagrams' frame is our own", [
    '/<script[^>]*>([\\s\\S]*?)<\\/script>/g',
  ]),
];
