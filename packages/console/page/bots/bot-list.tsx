import type { Bot, ListBotsQuery } from '@botwright/client';
import { useCallback, useState } from 'preact/hooks';
import { botsApi } from '../api/clients.ts';
import { useAction, useLoad } from '../api/use-load.ts';
import { hrefOf, pageIn, type Query, type QueryChange } from '../fragment.ts';
import { Button } from '../parts/button.tsx';
import { SelectField } from '../parts/field.tsx';
import { Empty, PagedList } from '../parts/list.tsx';
import { PageHead } from '../parts/page-head.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { notify } from '../parts/toasts.tsx';
import { go } from '../router.ts';
import { useMay, useSession } from '../shell/session.ts';
import { type BotDialog, BotDialogs } from './bot-dialogs.tsx';
import { BotStatus } from './bot-frame.tsx';
import { BotMenu } from './bot-menu.tsx';
import { familyName } from './families.ts';
import { ImportBots } from './import/import-bots.tsx';
import { NewBot } from './new-bot.tsx';
import { readPastedDiagram } from './read-pasted-diagram.ts';

const pageSize = 20;

type Change = (next: QueryChange) => void;

/** The open dialog for new bots. */
type Creating =
  | { readonly by: 'hand'; readonly pasted?: string }
  | { readonly by: 'import'; readonly files: readonly File[] };

/** @spec CO71 */
function dropTarget(onFiles: (files: readonly File[]) => void) {
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
  return {
    onDragOver(event: DragEvent) {
      if (hasFiles(event)) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    },
  };
}

/** Bytes of a bot file. */
const mostOfBotFile = 20 * 1_048_576;

/** The text of a single file that is a bot of ours. @spec CO71 */
async function readOwnBot(files: readonly File[]): Promise<string | undefined> {
  const [file] = files;
  if (files.length !== 1 || file === undefined || !/\.json$/i.test(file.name) || file.size > mostOfBotFile) return;
  const text = await file.text();
  return 'bot' in readPastedDiagram(text) ? text : undefined;
}

/** The bots of the person's workspaces, active or in the trash. @spec CO35 */
export function BotList({ query }: { readonly query: Query }) {
  const mayEdit = useMay('edit_bots');
  const isTrash = query['state'] === 'trashed';
  const page = pageIn(query);
  const { search = '', channel_family: family = '', order = '' } = query;
  const filter: ListBotsQuery = {
    state: isTrash ? 'trashed' : 'active',
    page,
    page_size: pageSize,
    ...(search !== '' && { search }),
    ...(family !== '' && { channel_family: family }),
    ...((order === 'name' || order === '-created_at') && { order }),
  };
  const loaded = useLoad(`bots ${JSON.stringify(filter)}`, (signal) => botsApi.bots.list(filter, { signal }).page());
  const [creating, setCreating] = useState<Creating | undefined>(undefined);
  const [dialog, setDialog] = useState<BotDialog | undefined>(undefined);

  const change: Change = (next) => go(hrefOf(['bots'], { ...query, page: undefined, ...next }), { isReplaced: true });

  const restore = useAction(
    async (bot: Bot) => {
      await botsApi.bots.update(bot.id, { state: 'active' });
      notify(`${bot.name} is back among the bots.`);
      loaded.reload();
    },
    { toast: true },
  );

  const drop = async (dropped: readonly File[]) => {
    const pasted = await readOwnBot(dropped);
    setCreating(pasted === undefined ? { by: 'import', files: dropped } : { by: 'hand', pasted });
  };

  return (
    <div class="page" {...(mayEdit && creating === undefined && dropTarget((files) => void drop(files)))}>
      <PageHead title="Bots">
        {mayEdit && <Button onClick={() => setCreating({ by: 'import', files: [] })}>Import</Button>}
        {mayEdit && (
          <Button kind="primary" icon="plus" onClick={() => setCreating({ by: 'hand' })}>
            New bot
          </Button>
        )}
      </PageHead>
      <Tabs
        label="Which bots"
        current={isTrash ? 'trashed' : 'active'}
        tabs={[
          { id: 'active', label: 'Active', href: hrefOf(['bots'], { ...query, state: undefined, page: undefined }) },
          { id: 'trashed', label: 'Trash', href: hrefOf(['bots'], { ...query, state: 'trashed', page: undefined }) },
        ]}
      />
      <Filters query={query} change={change} />
      <PagedList
        loaded={loaded}
        label={isTrash ? 'Bots in the trash' : 'Bots'}
        page={page}
        pageSize={pageSize}
        onPage={(next) => change({ page: next })}
        empty={
          <NoBots
            isTrash={isTrash}
            isFiltered={search !== '' || family !== '' || page > 1}
            onClear={() => change({ search: '', channel_family: '' })}
            onNew={mayEdit ? () => setCreating({ by: 'hand' }) : undefined}
          />
        }
      >
        {(bot) => (
          <li key={bot.id} class="keeps-side">
            <div class="row-main">
              <a class="row-link" href={hrefOf(['bots', bot.id])}>
                {bot.name}
              </a>
              <BotStatus bot={bot} />
            </div>
            <div class="row-side">
              <BotMenu
                bot={bot}
                onAct={(act) => (act === 'restore' ? void restore.run(bot) : setDialog({ act, bot }))}
              />
            </div>
          </li>
        )}
      </PagedList>
      {creating?.by === 'hand' && (
        <NewBot
          {...(creating.pasted !== undefined && { pasted: creating.pasted })}
          onClose={() => setCreating(undefined)}
        />
      )}
      {creating?.by === 'import' && (
        <ImportBots dropped={creating.files} onClose={() => setCreating(undefined)} onDone={() => loaded.reload()} />
      )}
      {dialog !== undefined && (
        <BotDialogs dialog={dialog} onClose={() => setDialog(undefined)} onDone={() => loaded.reload()} />
      )}
    </div>
  );
}

function Filters({ query, change }: { readonly query: Query; readonly change: Change }) {
  const { families } = useSession();
  const { search = '', channel_family: family = '', order = '' } = query;
  const onSearch = useCallback((text: string) => change({ search: text }), [JSON.stringify(query)]);
  return (
    <search class="filters">
      <SearchField label="Search by name" value={search} onSearch={onSearch} />
      <SelectField
        label="Family"
        isLabelHidden
        value={family}
        onChange={(value) => change({ channel_family: value })}
        choices={[
          { value: '', label: 'All families' },
          ...families.map((value) => ({ value, label: familyName(value) })),
        ]}
      />
      <SelectField
        label="Order"
        isLabelHidden
        value={order}
        onChange={(value) => change({ order: value })}
        choices={[
          { value: '', label: 'Last published' },
          { value: '-created_at', label: 'Newest' },
          { value: 'name', label: 'By name' },
        ]}
      />
    </search>
  );
}

function NoBots({
  isTrash,
  isFiltered,
  onClear,
  onNew,
}: {
  readonly isTrash: boolean;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly onNew: (() => void) | undefined;
}) {
  if (isFiltered) {
    return (
      <Empty icon="search" title="No bot is like that">
        <div class="actions">
          <Button onClick={onClear}>Show all</Button>
        </div>
      </Empty>
    );
  }
  if (isTrash) {
    return (
      <Empty icon="trash" title="The trash is empty">
        <p>Bots that are moved here answer nobody, and can be restored.</p>
      </Empty>
    );
  }
  return (
    <Empty icon="bots" title="No bots yet">
      <p>A bot talks to visitors as its diagram says. Begin with an empty one, an example, or your own JSON.</p>
      {onNew !== undefined && (
        <div class="actions">
          <Button kind="primary" icon="plus" onClick={onNew}>
            New bot
          </Button>
        </div>
      )}
    </Empty>
  );
}
