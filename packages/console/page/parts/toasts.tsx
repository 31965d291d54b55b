import { createStore, useStore } from '../store.ts';
import { IconButton } from './button.tsx';
import { Icon } from './icon.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'success' | 'error';
}

const toasts = createStore<readonly Toast[]>([]);
let last = 0;

/** Long enough to read two lines; errors stay until they are closed. */
const shownMs = 6_000;

/** Shows a message in the corner of the page, and announces it to screen readers. */
export function notify(text: string, kind: Toast['kind'] = 'success'): void {
  const id = ++last;
  // Users do not read older ones.
  toasts.set([...toasts.get().slice(-3), { id, text, kind }]);
  if (kind === 'success') setTimeout(() => close(id), shownMs);
}

function close(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

export function Toasts() {
  const shown = useStore(toasts);
  return (
    <section class="toasts" aria-label="Messages" aria-live="polite">
      {shown.map(({ id, text, kind }) => (
        <div key={id} class={`toast ${kind}`}>
          <Icon name={kind === 'success' ? 'check' : 'error'} />
          <p>{text}</p>
          <IconButton icon="close" label="Close this message" onClick={() => close(id)} />
        </div>
      ))}
    </section>
  );
}
