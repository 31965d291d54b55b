import type { Feedback } from '@botwright/client';
import { maxWordingLength } from '@botwright/core/conversation';
import { useState } from 'preact/hooks';
import { botsApi } from '../api/clients.ts';
import { fieldProblems } from '../api/problems.ts';
import { useAction, useLoad } from '../api/use-load.ts';
import { BotFrame, useBot } from '../bots/bot-frame.tsx';
import { Button } from '../parts/button.tsx';
import { CheckField, goToLong, TextField } from '../parts/field.tsx';
import { Loading } from '../parts/list.tsx';
import { Notice } from '../parts/notice.tsx';
import { notify } from '../parts/toasts.tsx';
import { useUnsaved } from '../router.ts';
import { useMay } from '../shell/session.ts';

const texts = [
  ['question', 'Question at the end'],
  ['positive_label', 'Button for yes'],
  ['negative_label', 'Button for no'],
  ['comment_question', 'Question for a comment'],
  ['thanks', 'Thanks'],
] as const;

/** Whether a bot asks for feedback at the end of a conversation, and its texts. @spec CO37 */
export function FeedbackPage({ botId }: { readonly botId: string }) {
  const bot = useBot(botId);
  const loaded = useLoad(`feedback ${botId}`, (signal) => botsApi.feedback.get(botId, { signal }));
  return (
    <BotFrame loaded={bot} tab="feedback">
      {() => (
        <Loading loaded={loaded}>
          {(feedback) => (
            <FeedbackForm key={JSON.stringify(feedback)} botId={botId} feedback={feedback} onSaved={loaded.set} />
          )}
        </Loading>
      )}
    </BotFrame>
  );
}

function FeedbackForm({
  botId,
  feedback,
  onSaved,
}: {
  readonly botId: string;
  readonly feedback: Feedback;
  readonly onSaved: (feedback: Feedback) => void;
}) {
  const mayEdit = useMay('edit_bots');
  const [edited, setEdited] = useState(feedback);
  const isChanged = JSON.stringify(edited) !== JSON.stringify(feedback);
  useUnsaved(isChanged ? 'The feedback settings are not saved yet.' : undefined);
  const save = useAction(async () => {
    onSaved(await botsApi.feedback.save(botId, edited));
    notify('The feedback settings are saved.');
  });
  const problems = fieldProblems(
    save.error,
    texts.map(([name]) => name),
  );
  return (
    <form
      class="panel padded"
      onSubmit={(event) => {
        event.preventDefault();
        if (!goToLong(event.currentTarget)) void save.run();
      }}
    >
      <CheckField
        label="Ask for feedback at the end of a conversation"
        hint="Conversations that run already ask too."
        isChecked={edited.enabled}
        onChange={(enabled) => setEdited({ ...edited, enabled })}
      />
      {texts.map(([name, label]) => (
        <TextField
          key={name}
          label={label}
          value={edited[name]}
          most={maxWordingLength}
          error={problems[name]}
          onInput={(value) => setEdited({ ...edited, [name]: value })}
        />
      ))}
      {problems[''] !== undefined && <Notice kind="error">{problems['']}</Notice>}
      {mayEdit && (
        <div class="actions">
          <Button kind="primary" isBusy={save.isBusy} isDisabled={!isChanged}>
            Save
          </Button>
          {isChanged && <Button onClick={() => setEdited(feedback)}>Undo the changes</Button>}
        </div>
      )}
    </form>
  );
}
