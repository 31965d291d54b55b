import { useEffect, useState } from 'preact/hooks';
import { createStore, useStore } from '../store.ts';
import { readTime, relativeTime } from './times.ts';

/** Updates twice a minute, for all times on the page together. */
const moment = createStore(Date.now());
setInterval(() => moment.set(Date.now()), 30_000);

/** A relative time for people; its title has the exact one. */
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

/** The current time, every second. */
export function useSeconds(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
