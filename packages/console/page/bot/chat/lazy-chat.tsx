import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Skeleton } from '../../parts/list.tsx';
import { LoadProblem } from '../../parts/notice.tsx';
import type { OfEditor } from '../editor/use-editor.ts';

/** The chat. Its runner is larger than the rest of the page, and is loaded at the first use. */
export function LazyChat(props: OfEditor) {
  const [Panel, setPanel] = useState<ComponentType<OfEditor>>();
  const [error, setError] = useState<unknown>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    setError(undefined);
    import('./chat-panel.tsx').then(({ ChatPanel }) => setPanel(() => ChatPanel), setError);
  }, [round]);
  if (error !== undefined) return <LoadProblem error={error} onRetry={() => setRound(round + 1)} />;
  return Panel === undefined ? <Skeleton rows={3} /> : <Panel {...props} />;
}
