import { useEffect, useRef } from 'preact/hooks';

/**
 * Does something again and again, while the page can be seen: at once when it comes back into sight.
 *
 * @param ms - Between the end of one run and the next; `undefined`: not at all.
 */
export function useInterval(run: () => unknown, ms: number | undefined): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (ms === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    let isRunning = false;
    const next = () => {
      if (!isEnded) timer = setTimeout(() => void tick(), ms);
    };
    const tick = async () => {
      clearTimeout(timer);
      if (isRunning) return;
      if (document.visibilityState === 'visible') {
        isRunning = true;
        try {
          await latest.current();
        } finally {
          isRunning = false;
        }
      }
      next();
    };
    const onVisible = () => {
      if (document.visibilityState === 'visible') void tick();
    };
    next();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isEnded = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [ms]);
}
