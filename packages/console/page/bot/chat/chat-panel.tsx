import type { Bot } from '@botwright/client';
import type { Catalog, Diagram } from '@botwright/core/diagram';
import { useState } from 'preact/hooks';
import type { DraftEditing } from '../use-draft.ts';
import { DraftChat } from './draft-chat.tsx';
import { ServerChat } from './server-chat.tsx';

export interface ChatPanelProps {
  readonly bot: Bot;
  readonly greetingSlot: string;
  readonly diagram: Diagram;
  readonly catalog: Catalog;
  readonly draft: DraftEditing;
  /** Called with the current block of a conversation. */
  readonly onLit: (block: string | undefined) => void;
}

type Partner = 'draft' | 'test' | 'live';

const partners: readonly (readonly [Partner, string, string])[] = [
  ['draft', 'Draft', 'The draft shown here, run in this page'],
  ['test', 'Test', 'The draft on the test channel of the server'],
  ['live', 'Live', 'The version that visitors talk to'],
];

/** A chat with the bot: with the draft in the page, or on the server. @spec CO54 */
export function ChatPanel({ bot, greetingSlot, diagram, catalog, draft, onLit }: ChatPanelProps) {
  const [partner, setPartner] = useState<Partner>('draft');
  return (
    <div class="bot-chat">
      <fieldset class="switch" aria-label="Whom to talk to">
        {partners.map(([id, label, what]) => (
          <button key={id} type="button" title={what} aria-pressed={id === partner} onClick={() => setPartner(id)}>
            {label}
          </button>
        ))}
      </fieldset>
      {partner === 'draft' ? (
        <DraftChat bot={bot} greetingSlot={greetingSlot} diagram={diagram} catalog={catalog} onLit={onLit} />
      ) : (
        <ServerChat key={partner} bot={bot} deployment={partner} draft={draft} onLit={onLit} />
      )}
    </div>
  );
}
