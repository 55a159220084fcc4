/** How a turn ended: as its answer did, or `bounded` where the model asked for more rounds than allowed. */
export type TurnEnding = 'complete' | 'stopped' | 'interrupted' | 'failed' | 'bounded';

/**
 * A turn of one model: its answer is asked for, the tools that it calls are run, and it is asked again
 * with their results, until an answer calls none.
 */
export interface TurnMachine {
  /** `preparing`: the next request is put together, its empty answer is stored. */
  readonly name: 'asking' | 'calling' | 'preparing' | 'ended';
  /** Answers asked for so far, the present one included. */
  readonly round: number;
  /** Who ends it early: the user, or the app that closes. */
  readonly stopping: 'stopped' | 'closed' | null;
  readonly ending: TurnEnding | null;
}

export type TurnEvent =
  | {
      readonly kind: 'answered';
      readonly state: Exclude<TurnEnding, 'bounded'>;
      /** Tools that the answer calls. */
      readonly calls: number;
    }
  /** Every call has its result, or was ended. */
  | { readonly kind: 'called' }
  | { readonly kind: 'prepared' }
  | { readonly kind: 'unprepared' }
  | { readonly kind: 'stop'; readonly why: 'stopped' | 'closed' };

export type TurnEffect =
  | { readonly kind: 'ask' }
  | { readonly kind: 'call' }
  | { readonly kind: 'prepare' }
  /** Ends the request, or the tools, that run. */
  | { readonly kind: 'abort'; readonly why: 'stopped' | 'closed' }
  /** `calls` that were not run are to be marked so. */
  | { readonly kind: 'end'; readonly how: TurnEnding };

export interface TurnStep {
  readonly machine: TurnMachine;
  readonly effects: readonly TurnEffect[];
}

/** A turn whose first answer is asked for, or which goes on with the calls of one that was cut. */
export function beginTurn(name: 'asking' | 'calling'): TurnStep {
  const round = name === 'asking' ? 1 : 0;
  return {
    machine: { name, round, stopping: null, ending: null },
    effects: [{ kind: name === 'asking' ? 'ask' : 'call' }],
  };
}

/**
 * The states of a turn and its transitions; everything that happens outside of it is an effect. Events
 * that do not belong to the state are ignored: what was aborted may still report.
 * @param mostRounds answers that may be asked for: a bound whatever the server does
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
    // What is being prepared is ended once it is there: its empty answer is stored already.
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
