import type { Violation } from '@botwright/client';
import type { Diagram } from '@botwright/core/diagram';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Finding, findingsOf, withServerFindings } from '../model/findings.ts';
import type { StoredDraft } from '../saving/draft-saver.ts';

/** Checking a large diagram takes milliseconds: too long to do at each typed letter. */
const checkPauseMs = 150;

/** Violations of the diagram as the page and the server find them. */
export function useFindings(
  diagram: Diagram,
  stored: StoredDraft<Violation>,
  context: Parameters<typeof findingsOf>[1],
): readonly Finding[] {
  const [found, setFound] = useState(() => findingsOf(diagram, context));
  const checked = useRef(diagram);
  useEffect(() => {
    if (checked.current === diagram) return;
    const timer = setTimeout(() => {
      checked.current = diagram;
      setFound(findingsOf(diagram, context));
    }, checkPauseMs);
    return () => clearTimeout(timer);
  }, [diagram]);
  return useMemo(() => withServerFindings(found, diagram, stored), [found, diagram, stored]);
}
