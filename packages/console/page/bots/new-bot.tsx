import { type Diagram, isApiError, type Violation } from '@botwright/client';
import { maxBotNameLength } from '@botwright/core/inputs';
import { useState } from 'preact/hooks';
import { botsApi, consoleApi } from '../api/clients.ts';
import { useIdempotencyKey } from '../api/idempotency.ts';
import { fieldProblems } from '../api/problems.ts';
import { useAction, useLoad } from '../api/use-load.ts';
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
import { readPastedDiagram } from './read-pasted-diagram.ts';

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

  const make = useAction(async (diagram: Diagram | undefined, { asDraft }: { readonly asDraft: boolean }) => {
    const body = {
      name,
      channel_family: family,
      ...(session.workspaces.length > 1 && { workspace: Number(workspace) }),
    };
    const whole = diagram !== undefined && !asDraft ? { ...body, diagram } : body;
    const bot = await botsApi.bots.create(whole, { idempotencyKey: keyFor(whole) });
    if (diagram !== undefined && asDraft) await botsApi.drafts.save(bot.id, { diagram }, { minimal: true });
    onClose();
    go(hrefOf(['bots', bot.id]));
  });

  const submit = (asDraft: boolean) => {
    setProblem(undefined);
    let diagram: Diagram | undefined;
    if (beginning === 'json') {
      const read = readPastedDiagram(json);
      if ('problem' in read) return setProblem(read.problem);
      diagram = read.diagram;
    } else if (beginning === 'example') {
      diagram = examples.data?.find((one) => one.name === example)?.diagram;
      if (diagram === undefined) return setProblem('Choose an example.');
    }
    void make.run(diagram, { asDraft });
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
