import {
  type ApiError,
  type Bot,
  type CreateBotBody,
  type Diagram,
  isApiError,
  type Violation,
} from '@botwright/client';
import { maxBotNameLength } from '@botwright/core/inputs';
import { useState } from 'preact/hooks';
import { botsApi, consoleApi } from '../api/clients.ts';
import type { Example } from '../api/console-records.ts';
import { useIdempotencyKey } from '../api/idempotency.ts';
import { fieldProblems } from '../api/problems.ts';
import { type Loaded, useAction, useLoad } from '../api/use-load.ts';
import { serverCatalog } from '../bot/model/server-catalog.ts';
import { hrefOf } from '../fragment.ts';
import { Button } from '../parts/button.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { TextArea, TextField } from '../parts/field.tsx';
import { Loading } from '../parts/list.tsx';
import { Notice } from '../parts/notice.tsx';
import { ViolationList } from '../parts/violation-list.tsx';
import { go } from '../router.ts';
import { useSession } from '../shell/session.ts';
import { familyName } from './families.ts';
import { FamilyAndWorkspace } from './family-and-workspace.tsx';
import { type LinkedPaste, linkPastedBot, namedByPaste } from './link-pasted-bot.ts';
import { type PastedBot, readPastedDiagram } from './read-pasted-diagram.ts';

type Beginning = 'empty' | 'example' | 'json';

const beginnings = [
  ['empty', 'Empty'],
  ['example', 'From an example'],
  ['json', 'From JSON'],
] as const;

const codes = {
  bot_name_not_accepted: 'name',
  channel_family_not_accepted: 'channel_family',
  workspace_not_accepted: 'workspace',
  workspace_required: 'workspace',
} as const;

/** The first diagram of a bot; neither: empty. */
interface Start {
  readonly diagram?: Diagram;
  readonly bot?: PastedBot;
}

interface Refused {
  readonly problem: string;
}

const linkable = ({ id, number, name, channel_family: channelFamily }: Bot) => ({ id, number, name, channelFamily });

/** @spec CO68 */
async function linkHere(pasted: PastedBot): Promise<LinkedPaste> {
  const [blocks, references] = await Promise.all([botsApi.blocks.list({}), consoleApi.blockReferences()]);
  const catalog = serverCatalog(blocks, references);
  const named = namedByPaste(pasted, catalog);
  const bots = named.length === 0 ? [] : (await botsApi.bots.list({ page_size: 100 }).all()).map(linkable);
  const known = new Set(bots.map(({ id }) => id));
  const unknownIds = new Set<string>();
  for (const id of new Set(named)) {
    if (typeof id === 'string' && !known.has(id) && (await isMissing(id))) unknownIds.add(id);
  }
  return linkPastedBot(pasted, { catalog, bots, unknownIds });
}

/** A bot in the trash is not missing. */
async function isMissing(id: string): Promise<boolean> {
  try {
    await botsApi.bots.get(id);
    return false;
  } catch (error) {
    if (isApiError(error, 'bot_not_found')) return true;
    throw error;
  }
}

function startOf(beginning: Beginning, json: string, example: Diagram | undefined): Start | Refused {
  if (beginning === 'empty') return {};
  if (beginning === 'json') return readPastedDiagram(json);
  return example === undefined ? { problem: 'Choose an example.' } : { diagram: example };
}

async function createBot(
  body: CreateBotBody,
  { diagram: example, bot: pasted }: Start,
  asDraft: boolean,
  keyFor: (body: unknown) => string,
): Promise<Bot | Refused> {
  const linked = pasted === undefined ? undefined : await linkHere(pasted);
  if (linked?.kind === 'refused') return linked;
  const diagram = linked?.kind === 'linked' ? linked.diagram : example;
  const whole = diagram !== undefined && !asDraft ? { ...body, diagram } : body;
  const bot = await botsApi.bots.create(whole, { idempotencyKey: keyFor(whole) });
  const draft = linked?.kind === 'own' ? linked.diagramOf(linkable(bot)) : asDraft ? diagram : undefined;
  if (draft !== undefined) await botsApi.drafts.save(bot.id, { diagram: draft }, { minimal: true });
  return bot;
}

/** Creates a bot: empty, from an example, or from JSON. @spec CO35 */
export function NewBot({ pasted, onClose }: { readonly pasted?: string; readonly onClose: () => void }) {
  const session = useSession();
  const [beginning, setBeginning] = useState<Beginning>(pasted === undefined ? 'empty' : 'json');
  const [name, setName] = useState('');
  const [family, setFamily] = useState(session.families[0] ?? '');
  const [workspace, setWorkspace] = useState(String(session.workspaces[0] ?? ''));
  const [example, setExample] = useState<string | undefined>(undefined);
  const [json, setJson] = useState(pasted ?? '');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const examples = useLoad('examples', (signal) => consoleApi.examples(signal));
  const { keyFor, renew } = useIdempotencyKey();

  const make = useAction(async (start: Start, { asDraft }: { readonly asDraft: boolean }) => {
    const body = {
      name,
      channel_family: family,
      ...(session.workspaces.length > 1 && { workspace: Number(workspace) }),
    };
    const made = await createBot(body, start, asDraft, keyFor);
    if ('problem' in made) return setProblem(made.problem);
    onClose();
    go(hrefOf(['bots', made.id]));
  });

  const submit = (asDraft: boolean) => {
    const start = startOf(beginning, json, examples.data?.find((one) => one.name === example)?.diagram);
    setProblem('problem' in start ? start.problem : undefined);
    if (!('problem' in start)) void make.run(start, { asDraft });
  };

  const problems = fieldProblems(make.error, ['name', 'channel_family', 'workspace'], codes);
  const violations: readonly Violation[] = isApiError(make.error) ? make.error.violations : [];
  const clear = () => {
    setProblem(undefined);
    make.clear();
    renew();
  };

  return (
    <FormDialog
      title="New bot"
      size="medium"
      submit="Create"
      isBusy={make.isBusy}
      error={violations.length > 0 ? undefined : problems['']}
      onSubmit={() => submit(false)}
      onClose={onClose}
    >
      <Beginnings
        chosen={beginning}
        onChoose={(value) => {
          setBeginning(value);
          clear();
        }}
      />
      <TextField
        label="Name"
        value={name}
        onInput={setName}
        error={problems['name']}
        placeholder="Table bookings"
        most={maxBotNameLength}
        isFirst
      />
      {beginning === 'example' && (
        <Examples
          loaded={examples}
          chosen={example}
          problem={problem}
          onChoose={({ name: id, title, channel_family }, all) => {
            setExample(id);
            setFamily(channel_family);
            if (name === '' || all.some((one) => one.title === name)) setName(title);
            clear();
          }}
        />
      )}
      {beginning === 'json' && (
        <TextArea
          label="JSON of the diagram"
          hint="With nodes and connections, as the Bots API and the files of bots have it."
          value={json}
          onInput={(text) => {
            setJson(text);
            clear();
          }}
          error={problem}
          rows={10}
          isCode
        />
      )}
      <FamilyAndWorkspace {...{ family, setFamily, workspace, setWorkspace, problems }} />
      {isApiError(make.error) && violations.length > 0 && (
        <BrokenRules error={make.error} isBusy={make.isBusy} onCreate={() => submit(true)} />
      )}
    </FormDialog>
  );
}

function Beginnings({
  chosen,
  onChoose,
}: {
  readonly chosen: Beginning;
  readonly onChoose: (beginning: Beginning) => void;
}) {
  return (
    <fieldset class="segments">
      <legend class="label">Begin with</legend>
      {beginnings.map(([value, label]) => (
        <label key={value}>
          <input
            type="radio"
            name="beginning"
            value={value}
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Examples({
  loaded,
  chosen,
  problem,
  onChoose,
}: {
  readonly loaded: Loaded<readonly Example[]>;
  readonly chosen: string | undefined;
  readonly problem: string | undefined;
  readonly onChoose: (example: Example, all: readonly Example[]) => void;
}) {
  return (
    <fieldset class="choices">
      <legend class="label">Example</legend>
      <Loading loaded={loaded} rows={2}>
        {(all) =>
          all.map((example) => (
            <label key={example.name} class="choice">
              <input
                type="radio"
                name="example"
                value={example.name}
                checked={chosen === example.name}
                onChange={() => onChoose(example, all)}
              />
              <span>
                <strong>{example.title}</strong>
                <span class="hint">
                  {example.description} {familyName(example.channel_family)}.
                </span>
              </span>
            </label>
          ))
        }
      </Loading>
      {problem !== undefined && <p class="problem">{problem}</p>}
    </fieldset>
  );
}

function BrokenRules({
  error,
  isBusy,
  onCreate,
}: {
  readonly error: ApiError;
  readonly isBusy: boolean;
  readonly onCreate: () => void;
}) {
  return (
    <Notice kind="warning">
      <p>
        <strong>The diagram breaks rules, so the bot cannot run yet.</strong>
      </p>
      <ViolationList violations={error.violations} total={error.violationsTotal} />
      <Button isSmall isBusy={isBusy} onClick={onCreate}>
        Create it anyway, and correct the draft
      </Button>
    </Notice>
  );
}
