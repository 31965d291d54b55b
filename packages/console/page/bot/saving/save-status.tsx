import { problemText } from '../../api/problems.ts';
import { Icon } from '../../parts/icon.tsx';
import type { SaverState } from './draft-saver.ts';

/** Shows whether the draft is saved. */
export function SaveStatus({ state }: { readonly state: SaverState }) {
  return (
    <p class={`save-status ${state.kind}`} role="status">
      {state.kind === 'saved' && <Icon name="check" />}
      {state.kind === 'saving' && <span class="spinner" aria-hidden="true" />}
      {state.kind === 'failed' && <Icon name="error" />}
      <span title={state.kind === 'failed' ? problemText(state.error) : undefined}>{textOf(state)}</span>
    </p>
  );
}

const texts = {
  saved: 'Saved',
  unsaved: 'Not saved yet',
  saving: 'Saving…',
  conflict: 'Changed by somebody else',
} as const;

function textOf(state: SaverState): string {
  if (state.kind !== 'failed') return texts[state.kind];
  return state.willRetry ? 'Not saved; trying again' : `Not saved: ${problemText(state.error)}`;
}
