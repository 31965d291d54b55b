import { useState } from 'preact/hooks';
import type { OfEditor } from '../editor/use-editor.ts';
import { DraftChat } from './draft-chat.tsx';
import { ServerChat } from './server-chat.tsx';

type Partner = 'draft' | 'test' | 'live';

const partners: readonly (readonly [Partner, string, string])[] = [
  ['draft', 'Draft', 'The draft shown here, run in this page'],
  ['test', 'Test', 'The draft on the test channel of the server'],
  ['live', 'Live', 'The version that visitors talk to'],
];

/** A chat with the bot: with the draft in the page, or on the server. @spec CO54 */
export function ChatPanel({ editor }: OfEditor) {
  const [partner, setPartner] = useState<Partner>('draft');
  return (
    <div class="bot-chat">
      <fieldset class="switch" aria-label="Whom to talk to">
        {partners.map(([id, label, hint]) => (
          <button key={id} type="button" title={hint} aria-pressed={id === partner} onClick={() => setPartner(id)}>
            {label}
          </button>
        ))}
      </fieldset>
      {partner === 'draft' ? (
        <DraftChat editor={editor} />
      ) : (
        <ServerChat key={partner} editor={editor} deployment={partner} />
      )}
    </div>
  );
}
