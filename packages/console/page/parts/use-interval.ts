import { useEffect, useRef } from 'preact/hooks';

/**
 * Repeats a function while the page is visible, immediately when it becomes visible again.
 *
 * @param ms - Between the end of one run and the next; `undefined`: disabled.
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
