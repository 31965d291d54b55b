import type { Feedback } from '@botwright/client';
import { maxWordingLength } from '@botwright/core/conversation';
import { botsApi } from '../api/clients.ts';
import { useLoad } from '../api/use-load.ts';
import { BotFrame, useBot } from '../bots/bot-frame.tsx';
import { CheckField, TextField } from '../parts/field.tsx';
import { Loading } from '../parts/list.tsx';
import { RecordForm } from '../parts/record-form.tsx';
import { notify } from '../parts/toasts.tsx';
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
  return (
    <RecordForm
      record={feedback}
      fields={texts.map(([name]) => name)}
      unsaved="The feedback settings are not saved yet."
      isReadOnly={!mayEdit}
      save={async (edited) => {
        onSaved(await botsApi.feedback.save(botId, edited));
        notify('The feedback settings are saved.');
      }}
    >
      {({ edited, set, problems }) => (
        <>
          <CheckField
            label="Ask for feedback at the end of a conversation"
            hint="Conversations that run already ask too."
            isChecked={edited.enabled}
            onChange={(enabled) => set({ enabled })}
          />
          {texts.map(([name, label]) => (
            <TextField
              key={name}
              label={label}
              value={edited[name]}
              most={maxWordingLength}
              error={problems[name]}
              onInput={(value) => set({ [name]: value })}
            />
          ))}
        </>
      )}
    </RecordForm>
  );
}
