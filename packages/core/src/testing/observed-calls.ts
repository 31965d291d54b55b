import type { AccountProvider, SchedulerProvider, SpreadsheetProvider } from '../ports/account-provider.ts';

const maxCalls = 1_000;

/** A method of a pretend provider. */
export type PretendCall = Exclude<
  keyof SpreadsheetProvider | keyof SchedulerProvider,
  'kind' | 'title' | 'requiredScopes'
>;

type Work = (...given: readonly unknown[]) => unknown;

/** The calls of pretend providers. */
interface ObservedCalls {
  /** The last 1,000 calls, oldest first. */
  readonly made: PretendCall[];
  /** Prepares work for the next calls of this method. */
  before(call: PretendCall, work: Work, times?: number): void;
  /** Runs the work that was prepared for a call. */
  runBefore(call: PretendCall, given: readonly unknown[]): unknown;
  /** Records the calls of a provider, and runs the work that was prepared for them. */
  observe<TProvider extends AccountProvider>(provider: TProvider): TProvider;
}

export function observedCalls(): ObservedCalls {
  const made: PretendCall[] = [];
  const prepared = new Map<PretendCall, { readonly work: Work; left: number }>();

  function runBefore(call: PretendCall, given: readonly unknown[]): unknown {
    const next = prepared.get(call);
    if (next === undefined || next.left <= 0) return undefined;
    next.left -= 1;
    return next.work(...given);
  }

  function observe<TProvider extends AccountProvider>(provider: TProvider): TProvider {
    const members = Object.entries(provider).map(([name, member]) => {
      if (typeof member !== 'function' || name === 'authorizationUrl') return [name, member];
      const call = name as PretendCall;
      const observed = async (...given: readonly unknown[]): Promise<unknown> => {
        if (made.push(call) > maxCalls) made.shift();
        await runBefore(call, given);
        return member(...given);
      };
      return [name, observed];
    });
    return Object.fromEntries(members);
  }

  return {
    made,
    before: (call, work, times = 1) => void prepared.set(call, { work, left: times }),
    runBefore,
    observe,
  };
}
