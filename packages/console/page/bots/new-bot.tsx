import { type Bot, type Diagram, isApiError, type Violation } from '@botwright/client';
import { maxBotNameLength } from '@botwright/core/inputs';
import { useState } from 'preact/hooks';
import { botsApi, consoleApi } from '../api/clients.ts';
import { useIdempotencyKey } from '../api/idempotency.ts';
import { fieldProblems } from '../api/problems.ts';
import { useAction, useLoad } from '../api/use-load.ts';
import { serverCatalog } from '../bot/model/server-catalog.ts';
import { hrefOf } from '../fragment.ts';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogForm } from '../parts/dialog.tsx';
import { SelectField, TextArea, TextField } from '../parts/field.tsx';
import { Loading } from '../parts/list.tsx';
import { Notice } from '../parts/notice.tsx';
import { ViolationList } from '../parts/violation-list.tsx';
import { go } from '../router.ts';
import { useSession } from '../shell/session.ts';
import { familyName } from './families.ts';
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

/** What a bot begins with; nothing: empty. */
interface Start {
  readonly diagram?: Diagram;
  readonly pasted?: PastedBot;
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

/** Makes a bot: empty, from an example, or from JSON. @spec CO35 */
export function NewBot({ onClose }: { readonly onClose: () => void }) {
  const session = useSession();
  const [beginning, setBeginning] = useState<Beginning>('empty');
  const [name, setName] = useState('');
  const [family, setFamily] = useState(session.families[0] ?? '');
  const [workspace, setWorkspace] = useState(String(session.workspaces[0] ?? ''));
  const [example, setExample] = useState<string | undefined>(undefined);
  const [json, setJson] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const examples = useLoad('examples', (signal) => consoleApi.examples(signal));
  const { keyFor, renew } = useIdempotencyKey();

  const make = useAction(async (start: Start, { asDraft }: { readonly asDraft: boolean }) => {
    const linked = start.pasted === undefined ? undefined : await linkHere(start.pasted);
    if (linked?.kind === 'refused') return setProblem(linked.problem);
    const diagram = linked?.kind === 'linked' ? linked.diagram : start.diagram;
    const body = {
      name,
      channel_family: family,
      ...(session.workspaces.length > 1 && { workspace: Number(workspace) }),
    };
    const whole = diagram !== undefined && !asDraft ? { ...body, diagram } : body;
    const bot = await botsApi.bots.create(whole, { idempotencyKey: keyFor(whole) });
    const draft = linked?.kind === 'own' ? linked.diagramOf(linkable(bot)) : asDraft ? diagram : undefined;
    if (draft !== undefined) await botsApi.drafts.save(bot.id, { diagram: draft }, { minimal: true });
    onClose();
    go(hrefOf(['bots', bot.id]));
  });

  const submit = (asDraft: boolean) => {
    setProblem(undefined);
    let start: Start = {};
    if (beginning === 'json') {
      const read = readPastedDiagram(json);
      if ('problem' in read) return setProblem(read.problem);
      start = { pasted: read.bot };
    } else if (beginning === 'example') {
      const diagram = examples.data?.find((one) => one.name === example)?.diagram;
      if (diagram === undefined) return setProblem('Choose an example.');
      start = { diagram };
    }
    void make.run(start, { asDraft });
  };

  const problems = fieldProblems(make.error, ['name', 'channel_family', 'workspace'], codes);
  const violations: readonly Violation[] = isApiError(make.error) ? make.error.violations : [];
  const clear = () => {
    setProblem(undefined);
    make.clear();
    renew();
  };

  return (
    <Dialog title="New bot" size="medium" onClose={onClose}>
      <DialogForm
        submit="Create"
        isBusy={make.isBusy}
        error={violations.length > 0 ? undefined : problems['']}
        onSubmit={() => submit(false)}
        onCancel={onClose}
      >
        <fieldset class="segments">
          <legend class="label">Begin with</legend>
          {beginnings.map(([value, label]) => (
            <label key={value}>
              <input
                type="radio"
                name="beginning"
                value={value}
                checked={beginning === value}
                onChange={() => {
                  setBeginning(value);
                  clear();
                }}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
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
          <fieldset class="choices">
            <legend class="label">Example</legend>
            <Loading loaded={examples} rows={2}>
              {(all) =>
                all.map(({ name: id, title, description, channel_family }) => (
                  <label key={id} class="choice">
                    <input
                      type="radio"
                      name="example"
                      value={id}
                      checked={example === id}
                      onChange={() => {
                        setExample(id);
                        setFamily(channel_family);
                        if (name === '' || all.some((one) => one.title === name)) setName(title);
                        clear();
                      }}
                    />
                    <span>
                      <strong>{title}</strong>
                      <span class="hint">
                        {description} {familyName(channel_family)}.
                      </span>
                    </span>
                  </label>
                ))
              }
            </Loading>
            {problem !== undefined && <p class="problem">{problem}</p>}
          </fieldset>
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
        <div class="two">
          <SelectField
            label="Channel family"
            hint="Where its visitors write. It stays as it is."
            value={family}
            onChange={setFamily}
            error={problems['channel_family']}
            choices={session.families.map((value) => ({ value, label: familyName(value) }))}
          />
          {session.workspaces.length > 1 && (
            <SelectField
              label="Workspace"
              value={workspace}
              onChange={setWorkspace}
              error={problems['workspace']}
              choices={session.workspaces.map((number) => ({ value: String(number), label: `Workspace ${number}` }))}
            />
          )}
        </div>
        {violations.length > 0 && (
          <Notice kind="warning">
            <p>
              <strong>The diagram breaks rules, so that the bot could not be tried as it is.</strong>
            </p>
            <ViolationList
              violations={violations}
              {...(isApiError(make.error) && { total: make.error.violationsTotal })}
            />
            <Button isSmall isBusy={make.isBusy} onClick={() => submit(true)}>
              Create it all the same, and mend the draft
            </Button>
          </Notice>
        )}
      </DialogForm>
    </Dialog>
  );
}
