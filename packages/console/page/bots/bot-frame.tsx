import type { Bot } from '@botwright/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { botsApi } from '../api/clients.ts';
import { type Loaded, useLoad } from '../api/use-load.ts';
import { hrefOf } from '../fragment.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Loading } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Time } from '../parts/time.tsx';
import { useMay, useSession } from '../shell/session.ts';
import { PublishDialog } from '../versions/publish-dialog.tsx';
import { familyName } from './families.ts';

export type BotTab = 'diagram' | 'json' | 'versions' | 'feedback';

const tabs = [
  ['diagram', 'Diagram'],
  ['json', 'JSON'],
  ['versions', 'Versions'],
  ['feedback', 'Feedback'],
] as const;

export function useBot(botId: string): Loaded<Bot> {
  return useLoad(`bot ${botId}`, (signal) => botsApi.bots.get(botId, { signal }));
}

/** The head of all views of a bot: its name, its state, the tabs. A view takes the rest of the window below. */
export function BotFrame({
  loaded,
  tab,
  actions,
  children,
  onPublished,
  isFilled = false,
}: {
  readonly loaded: Loaded<Bot>;
  readonly tab: BotTab;
  /** Buttons next to the name. */
  readonly actions?: (bot: Bot) => ComponentChildren;
  readonly children: (bot: Bot) => ComponentChildren;
  /** Called after the head's button published the bot. */
  readonly onPublished?: () => void;
  /** Fills the window, and scrolls inside. */
  readonly isFilled?: boolean;
}) {
  const bot = loaded.data;
  const mayEdit = useMay('edit_bots');
  const [isPublishing, setPublishing] = useState(false);
  return (
    <div class={`page bot-page${isFilled ? ' filled' : ''}`}>
      <PageHead
        title={bot?.name ?? 'Bot'}
        back={{ href: hrefOf(['bots']), label: 'Bots' }}
        below={
          bot !== undefined && (
            <BotStatus bot={bot}>
              <ChatLink bot={bot} />
            </BotStatus>
          )
        }
      >
        {bot !== undefined && actions?.(bot)}
        {bot?.state === 'active' && mayEdit && (
          <Button kind="primary" icon="send" onClick={() => setPublishing(true)}>
            Publish
          </Button>
        )}
      </PageHead>
      {bot !== undefined && (
        <Tabs
          label="Views of the bot"
          current={tab}
          tabs={tabs.map(([id, label]) => ({
            id,
            label,
            href: id === 'diagram' ? hrefOf(['bots', bot.id]) : hrefOf(['bots', bot.id, id]),
          }))}
        />
      )}
      <Loading loaded={loaded}>{children}</Loading>
      {isPublishing && bot !== undefined && (
        <PublishDialog
          bot={bot}
          onClose={() => setPublishing(false)}
          onPublished={() => {
            loaded.reload();
            onPublished?.();
          }}
        />
      )}
    </div>
  );
}

/** URL of the bot's web chat, if the server has one. */
function ChatLink({ bot }: { readonly bot: Bot }) {
  const { chat_url: url } = useSession();
  const isServed = bot.channel_family === 'native' && bot.state === 'active' && bot.published_at !== undefined;
  if (url === undefined || !isServed) return null;
  return (
    <a href={`${url.replace(/\/$/, '')}/${bot.number}`} target="_blank" rel="noreferrer">
      Open its chat page
    </a>
  );
}

/** The state of a bot: its family, and whether visitors reach it. */
export function BotStatus({ bot, children }: { readonly bot: Bot; readonly children?: ComponentChildren }) {
  return (
    <p class="meta">
      {bot.state === 'trashed' ? (
        <Badge tone="danger">In the trash</Badge>
      ) : bot.published_at === undefined ? (
        <Badge>Never published</Badge>
      ) : (
        <Badge tone="success">Live</Badge>
      )}
      <span>{familyName(bot.channel_family)}</span>
      <span>No. {bot.number}</span>
      <span>
        {bot.state === 'trashed' && bot.trashed_at !== undefined ? (
          <>
            Trashed <Time at={bot.trashed_at} />
          </>
        ) : (
          <>
            Edited <Time at={bot.edited_at} />
          </>
        )}
      </span>
      {children}
    </p>
  );
}
