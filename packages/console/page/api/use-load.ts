import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { notify } from '../parts/toasts.tsx';
import { problemText } from './problems.ts';

export interface Loaded<T> {
  /** The last loaded data; it stays during a reload. */
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Reloads the data. */
  reload(): void;
  /** The same; resolves after the reload, even if it fails. */
  refresh(): Promise<void>;
  /** Replaces the data, after a change with a known result. */
  set(data: T): void;
}

/**
 * Loads the data of a view, again whenever `key` changes.
 *
 * @param key - Names the data. Data of another key is not shown.
 */
export function useLoad<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ readonly key: string; readonly data?: T; readonly error?: unknown }>({
    key: '',
  });
  const [round, setRound] = useState(0);
  const [isLoading, setLoading] = useState(true);
  const latest = useRef(load);
  latest.current = load;
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    const ended = new AbortController();
    setLoading(true);
    const end = (next: { readonly data: T } | { readonly error: unknown }) => {
      if (ended.signal.aborted) return;
      // Earlier data stays next to a new error.
      setState((before) => ('error' in next && before.key === key ? { ...before, ...next } : { key, ...next }));
      setLoading(false);
      for (const resolve of waiting.current.splice(0)) resolve();
    };
    latest.current(ended.signal).then(
      (data) => end({ data }),
      (error: unknown) => end({ error }),
    );
    return () => ended.abort();
  }, [key, round]);
  useEffect(
    () => () => {
      for (const resolve of waiting.current.splice(0)) resolve();
    },
    [],
  );

  const reload = useCallback(() => setRound((before) => before + 1), []);
  const refresh = useCallback(
    () =>
      new Promise<void>((resolve) => {
        waiting.current.push(resolve);
        reload();
      }),
    [reload],
  );
  const set = useCallback((data: T) => setState({ key, data }), [key]);
  const current = state.key === key ? state : undefined;
  return {
    data: current?.data,
    error: current?.error,
    isLoading: isLoading || current === undefined,
    reload,
    refresh,
    set,
  };
}

export interface Action<TArguments extends readonly unknown[]> {
  /** Does nothing while it runs. */
  run(...given: TArguments): Promise<boolean>;
  readonly isBusy: boolean;
  /** Of the last run. */
  readonly error: unknown;
  clear(): void;
}

/**
 * Runs the action of a button, and stores its error for the form.
 *
 * @param options - `toast` shows an error as a toast, if there is no form.
 */
export function useAction<TArguments extends readonly unknown[]>(
  act: (...given: TArguments) => Promise<unknown>,
  { toast = false }: { readonly toast?: boolean } = {},
): Action<TArguments> {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const running = useRef(false);
  return {
    isBusy,
    error,
    clear: () => setError(undefined),
    async run(...given) {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      setError(undefined);
      try {
        await act(...given);
        return true;
      } catch (problem) {
        setError(problem);
        if (toast) notify(problemText(problem), 'error');
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
