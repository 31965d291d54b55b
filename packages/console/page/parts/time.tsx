import { useEffect, useState } from 'preact/hooks';
import { createStore, useStore } from '../store.ts';
import { readTime, relativeTime } from './times.ts';

/** Moves twice a minute, for all times on the page at once. */
const moment = createStore(Date.now());
setInterval(() => moment.set(Date.now()), 30_000);

/** When something happened, as people say it; the exact time is in its title. */
export function Time({ at }: { readonly at: string | number }) {
  const now = useStore(moment);
  const ms = readTime(at);
  const date = new Date(ms);
  return (
    <time dateTime={date.toISOString()} title={date.toLocaleString()}>
      {relativeTime(ms, Math.max(now, Date.now()))}
    </time>
  );
}

/** The time now, once a second. */
export function useSeconds(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
