/** How a turn ended: like its answer, or `bounded` if the model asked for more rounds than allowed. */
export type TurnEnding = 'complete' | 'stopped' | 'interrupted' | 'failed' | 'bounded';

/**
 * A turn of one model: requests its answer, runs the tools that it calls, and requests again with their results, until
 * an answer calls none.
 */
export interface TurnMachine {
  /** `preparing`: the next request is being built, and its empty answer stored. */
  readonly name: 'asking' | 'calling' | 'preparing' | 'ended';
  /** Number of answers requested so far, the present one included. */
  readonly round: number;
  /** Who ends it early: the user, or the closing app. */
  readonly stopping: 'stopped' | 'closed' | null;
  readonly ending: TurnEnding | null;
}

export type TurnEvent =
  | {
      readonly kind: 'answered';
      readonly state: Exclude<TurnEnding, 'bounded'>;
      /** Number of tools that the answer calls. */
      readonly calls: number;
    }
  /** Every tool call has its result, or was ended. */
  | { readonly kind: 'called' }
  | { readonly kind: 'prepared' }
  | { readonly kind: 'unprepared' }
  | { readonly kind: 'stop'; readonly why: 'stopped' | 'closed' };

export type TurnEffect =
  | { readonly kind: 'ask' }
  | { readonly kind: 'call' }
  | { readonly kind: 'prepare' }
  /** Ends the running request or tools. */
  | { readonly kind: 'abort'; readonly why: 'stopped' | 'closed' }
  /** Mark `calls` that were not run. */
  | { readonly kind: 'end'; readonly how: TurnEnding };

export interface TurnStep {
  readonly machine: TurnMachine;
  readonly effects: readonly TurnEffect[];
}

/** Returns a turn that requests its first answer, or continues the calls of a cut one. */
export function beginTurn(name: 'asking' | 'calling'): TurnStep {
  const round = name === 'asking' ? 1 : 0;
  return {
    machine: { name, round, stopping: null, ending: null },
    effects: [{ kind: name === 'asking' ? 'ask' : 'call' }],
  };
}

/**
 * The states of a turn and its transitions; everything outside is an effect. Ignores events that do not fit the state:
 * aborted work may still report.
 * @param mostRounds maximum answers, whatever the server does
 */
export function stepTurn(machine: TurnMachine, event: TurnEvent, mostRounds: number): TurnStep {
  const stay: TurnStep = { machine, effects: [] };
  const { name, round, stopping } = machine;
  const end = (how: TurnEnding): TurnStep => ({
    machine: { ...machine, name: 'ended', ending: how },
    effects: [{ kind: 'end', how }],
  });
  const early = stopping === 'closed' ? 'interrupted' : 'stopped';

  if (name === 'ended') return stay;
  if (event.kind === 'stop') {
    if (stopping !== null) return stay;
    // A round being prepared is ended once it is ready: its empty answer is stored already.
    const effects: TurnEffect[] = name === 'preparing' ? [] : [{ kind: 'abort', why: event.why }];
    return { machine: { ...machine, stopping: event.why }, effects };
  }
  switch (name) {
    case 'asking':
      if (event.kind !== 'answered') return stay;
      if (event.state !== 'complete' || event.calls === 0) return end(event.state);
      if (stopping !== null) return end(early);
      if (round >= mostRounds) return end('bounded');
      return { machine: { ...machine, name: 'calling' }, effects: [{ kind: 'call' }] };
    case 'calling':
      if (event.kind !== 'called') return stay;
      if (stopping !== null) return end(early);
      return { machine: { ...machine, name: 'preparing' }, effects: [{ kind: 'prepare' }] };
    case 'preparing': {
      if (event.kind === 'unprepared') return end(stopping === null ? 'failed' : early);
      if (event.kind !== 'prepared') return stay;
      const effects: TurnEffect[] = [{ kind: 'ask' }];
      if (stopping !== null) effects.push({ kind: 'abort', why: stopping });
      return { machine: { ...machine, name: 'asking', round: round + 1 }, effects };
    }
  }
}
