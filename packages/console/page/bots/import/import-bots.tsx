import type { Bot } from '@botwright/client';
import type { ImportEntry, ImportedBot, ImportFile, ImportResult } from '@botwright/import';
import { useEffect, useRef, useState } from 'preact/hooks';
import { botsApi } from '../../api/clients.ts';
import { useIdempotencyKey } from '../../api/idempotency.ts';
import { fieldProblems } from '../../api/problems.ts';
import { useAction } from '../../api/use-load.ts';
import { hrefOf } from '../../fragment.ts';
import { FormDialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { notify } from '../../parts/toasts.tsx';
import { go } from '../../router.ts';
import { useSession } from '../../shell/session.ts';
import { FamilyAndWorkspace } from '../family-and-workspace.tsx';
import type { Reading } from './read-bots.ts';

/** Bytes of all chosen files. The readers have bounds of their own for one file. */
const mostBytes = 64 * 1_048_576;

const codes = { workspace_not_accepted: 'workspace', workspace_required: 'workspace' } as const;

/** Makes bots of files of other systems, and shows each difference first. @spec CO71, CO72, CO73 */
export function ImportBots({
  dropped,
  onClose,
  onDone,
}: {
  readonly dropped: readonly File[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const session = useSession();
  const [files, setFiles] = useState(dropped);
  const [family, setFamily] = useState(session.families[0] ?? '');
  const [workspace, setWorkspace] = useState(String(session.workspaces[0] ?? ''));
  const reading = useReading(files, family);
  const create = useCreation();

  const make = useAction(async (result: ImportResult) => {
    const made = await create(result.bots, session.workspaces.length > 1 ? Number(workspace) : undefined);
    notify(made.length === 1 ? `${made[0]?.name} is made.` : `${made.length} bots are made.`);
    onDone();
    onClose();
    const [only] = made;
    if (made.length === 1 && only !== undefined) go(hrefOf(['bots', only.id]));
  });
  const problems = fieldProblems(make.error, ['workspace'], codes);
  const result = reading !== undefined && 'result' in reading ? reading.result : undefined;
  const count = result?.bots.length ?? 0;

  return (
    <FormDialog
      title="Import bots"
      size="medium"
      submit={count > 1 ? `Create ${count} bots` : 'Create'}
      isBusy={make.isBusy}
      isDisabled={result === undefined}
      error={problems['']}
      onSubmit={() => result !== undefined && void make.run(result)}
      onClose={onClose}
    >
      <Field
        label="Files of another system"
        hint="Exports of Typebot, Landbot, Dialogflow CX, Rasa, Botpress or Composer, plain or in a zip. They stay in this browser."
        error={reading !== undefined && 'problem' in reading ? reading.problem : undefined}
      >
        {(described) => (
          <input
            {...described}
            type="file"
            multiple
            data-first
            onChange={(event) => {
              setFiles([...(event.currentTarget.files ?? [])]);
              make.clear();
            }}
          />
        )}
      </Field>
      <FamilyAndWorkspace {...{ family, setFamily, workspace, setWorkspace, problems }} />
      {files.length > 0 && reading === undefined && <p role="status">Reading the files …</p>}
      {result !== undefined && <Differences result={result} />}
    </FormDialog>
  );
}

/** The bots in the files: `undefined` while they are read, and without files. */
function useReading(files: readonly File[], family: string): Reading | undefined {
  const { greeting_slots: slots = {} } = useSession();
  const [reading, setReading] = useState<Reading | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    const set = (next: Reading) => isCurrent && setReading(next);
    setReading(undefined);
    if (files.length > 0) {
      readFiles(files, family, slots[family]).then(set, (error: unknown) =>
        set({ problem: `The files cannot be read: ${error instanceof Error ? error.message : String(error)}` }),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [files, family]);
  return reading;
}

async function readFiles(files: readonly File[], family: string, slot: string | undefined): Promise<Reading> {
  if (files.reduce((sum, { size }) => sum + size, 0) > mostBytes) {
    return { problem: 'The files have more than 64 MiB together.' };
  }
  const { readBots } = await import('./read-bots.ts');
  const read = await Promise.all(
    files.map(
      async (file): Promise<ImportFile> => ({
        path: file.name,
        bytes: new Uint8Array(await file.arrayBuffer()),
      }),
    ),
  );
  return readBots(read, family, slot);
}

/**
 * Creates the bots of an import: all of them empty, then their drafts, since they may link to each other. After a
 * failure the next call continues with the bots that are missing.
 *
 * @spec CO73
 */
function useCreation(): (bots: readonly ImportedBot[], workspace: number | undefined) => Promise<readonly Bot[]> {
  const made = useRef(new Map<ImportedBot, Bot>());
  const { keyFor } = useIdempotencyKey();
  return async (bots, workspace) => {
    for (const bot of bots) {
      if (made.current.has(bot)) continue;
      const body = {
        name: bot.name,
        channel_family: bot.channel_family,
        ...(workspace !== undefined && { workspace }),
      };
      made.current.set(bot, await botsApi.bots.create(body, { idempotencyKey: keyFor([bot.key, body]) }));
    }
    const all = bots.map((bot) => made.current.get(bot) as Bot);
    const named = new Map(
      bots.map((bot, at) => {
        const { number, name, channel_family: channelFamily } = all[at] as Bot;
        return [bot.number, { number, name, channelFamily }];
      }),
    );
    const { linkImported } = await import('./read-bots.ts');
    for (const [at, { diagram }] of bots.entries()) {
      await botsApi.drafts.save((all[at] as Bot).id, { diagram: linkImported(diagram, named) }, { minimal: true });
    }
    return all;
  };
}

const needNames: Readonly<Record<ImportedBot['needs'][number]['kind'], string>> = {
  model: 'the language model',
  account: 'the connected account',
  mailer: 'a server for e-mail',
  bot: 'the bot',
  code: 'the code',
};

/** @spec CO72 */
function Differences({ result: { bots, report, scenarios } }: { readonly result: ImportResult }) {
  const entriesOf = (outcome: ImportEntry['outcome']) => report.entries.filter((entry) => entry.outcome === outcome);
  const { carried, changed, lost } = report.counts;
  return (
    <section aria-label="Result of the import">
      <Notice kind={lost > 0 ? 'warning' : 'success'}>
        <p>
          {report.system} {report.version}: {carried} carried, {changed} changed, {lost} lost.
        </p>
      </Notice>
      <ul class="rows">
        {bots.map((bot) => (
          <li key={bot.key}>
            <div class="row-main">
              <strong dir="auto">{bot.name}</strong>
              <p class="meta">
                <span>{Object.keys(bot.diagram.nodes).length} blocks</span>
                {needsOf(bot).map((need) => (
                  <span key={need}>needs {need}</span>
                ))}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <EntryList title="Lost" entries={entriesOf('lost')} isOpen />
      <EntryList title="Changed" entries={entriesOf('changed')} />
      {scenarios.length > 0 && (
        <p class="hint">
          Their {scenarios.length} files of test cases are written by <code>botwright import</code>.
        </p>
      )}
    </section>
  );
}

const needsOf = ({ needs }: ImportedBot): readonly string[] => [
  ...new Set(needs.map(({ kind, name }) => `${needNames[kind]} ${name}`.trim())),
];

/** More do not help a person who decides about an import; `botwright import` writes all. */
const mostEntries = 200;

function EntryList({
  title,
  entries,
  isOpen = false,
}: {
  readonly title: string;
  readonly entries: readonly ImportEntry[];
  readonly isOpen?: boolean;
}) {
  if (entries.length === 0) return null;
  return (
    <details class="known" open={isOpen}>
      <summary>
        {title} ({entries.length})
      </summary>
      <ul class="violations">
        {entries.slice(0, mostEntries).map(({ message, hint, source }, at) => (
          <li key={at}>
            <div>
              <p dir="auto">{message}</p>
              {hint !== undefined && <p class="hint">{hint}</p>}
              <p class="meta">
                {source.title !== undefined && <span dir="auto">{source.title}</span>}
                <code>{`${source.path}${source.pointer}`}</code>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {entries.length > mostEntries && <p class="muted">And {entries.length - mostEntries} more.</p>}
    </details>
  );
}
