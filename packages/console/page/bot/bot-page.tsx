import type { Bot, Violation } from '@botwright/client';
import type { Catalog } from '@botwright/core/diagram';
import { botsApi, consoleApi } from '../api/clients.ts';
import { useLoad } from '../api/use-load.ts';
import { BotFrame, useBot } from '../bots/bot-frame.tsx';
import { Loading } from '../parts/list.tsx';
import { useMay } from '../shell/session.ts';
import { BotEditor } from './editor/bot-editor.tsx';
import type { LinkedBots } from './editor/use-editor.ts';
import { serverCatalog } from './model/server-catalog.ts';
import { readDraft } from './saving/bot-ports.ts';
import type { StoredDraft } from './saving/draft-saver.ts';

/** A select with more bots is unusable; then the author types the number. */
const mostLinked = 100;

interface Loaded {
  readonly draft: StoredDraft<Violation>;
  readonly catalog: Catalog;
  readonly linked: LinkedBots;
}

/** The diagram of a bot; `tab` can show its JSON next to it. */
export function BotPage({ botId, tab }: { readonly botId: string; readonly tab: string }) {
  const bot = useBot(botId);
  return (
    <BotFrame loaded={bot} tab={tab === 'json' ? 'json' : 'diagram'} isFilled>
      {(found) => <LoadedEditor bot={found} isJson={tab === 'json'} />}
    </BotFrame>
  );
}

function LoadedEditor({ bot, isJson }: { readonly bot: Bot; readonly isJson: boolean }) {
  const mayEdit = useMay('edit_bots');
  const loaded = useLoad(`draft ${bot.id}`, (signal) => load(bot.id, signal));
  return (
    <Loading loaded={loaded}>
      {({ draft, catalog, linked }) => (
        <BotEditor
          bot={bot}
          first={draft}
          catalog={catalog}
          linked={linked}
          isJson={isJson}
          isReadOnly={!mayEdit || bot.state === 'trashed'}
        />
      )}
    </Loading>
  );
}

async function load(botId: string, signal: AbortSignal): Promise<Loaded> {
  const [draft, blocks, references, { items, total }] = await Promise.all([
    readDraft(botId, signal),
    botsApi.blocks.list({}, { signal }),
    consoleApi.blockReferences(signal),
    botsApi.bots.list({ page_size: mostLinked }, { signal }).page(),
  ]);
  return {
    draft,
    catalog: serverCatalog(blocks, references),
    linked: {
      bots: items.map(({ id, number, name }) => ({ id, number, name })),
      isAll: total <= items.length,
      published: new Set(items.filter((each) => each.published_at !== undefined).map(({ number }) => number)),
    },
  };
}
