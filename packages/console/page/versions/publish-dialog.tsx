import { type Bot, isApiError, type PublicationPreview, type Version } from '@botwright/client';
import { type Diagram, diffDiagrams, hasChanges } from '@botwright/core/diagram';
import { maxVersionNameLength } from '@botwright/core/inputs';
import { useState } from 'preact/hooks';
import { botsApi } from '../api/clients.ts';
import { useIdempotencyKey } from '../api/idempotency.ts';
import { problemText } from '../api/problems.ts';
import { useAction, useLoad } from '../api/use-load.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { SelectField, TextField } from '../parts/field.tsx';
import { Loading } from '../parts/list.tsx';
import { Notice } from '../parts/notice.tsx';
import { notify } from '../parts/toasts.tsx';
import { ViolationList } from '../parts/violation-list.tsx';
import { useUnsavedWork } from '../router.ts';

/** @returns `undefined` when the bot was never published. */
async function readLive(botId: string, signal: AbortSignal): Promise<Version | undefined> {
  try {
    return await botsApi.versions.getLatest(botId, { signal });
  } catch (error) {
    if (isApiError(error, 'version_not_found')) return undefined;
    throw error;
  }
}

async function readDraft(botId: string, signal: AbortSignal) {
  const draft = await botsApi.drafts.get(botId, { signal });
  const [{ violations }, live, { waiting }] = await Promise.all([
    botsApi.drafts.validate(botId, undefined, { signal }),
    readLive(botId, signal),
    botsApi.versions.preview(botId, undefined, { signal }),
  ]);
  return {
    etag: draft.etag,
    stops: violations.filter(({ severity }) => severity === 'error'),
    waiting,
    isSame: live !== undefined && !hasChanges(diffDiagrams(live.diagram as Diagram, draft.diagram as Diagram)),
  };
}

/** By the days for which conversations finish on their version. */
const finishChoices = [
  { value: '', label: 'Continue on this version' },
  ...[1, 7, 30].map((days) => ({
    value: String(days),
    label: `Finish on theirs, for at most ${days === 1 ? 'a day' : `${days} days`}`,
  })),
];

function restartText({ total, is_exact }: PublicationPreview['waiting']): string {
  const several = `${total.toLocaleString('en')}${is_exact ? '' : ' or more'} conversations wait`;
  const subject = total === 1 ? 'One conversation waits' : several;
  return `${subject} at blocks that this version removes or gives another type: the next message begins again.`;
}

/**
 * Publishes the stored draft, or shows the violations that prevent it. Publishes the revision that the dialog has read,
 * never a later one of another author.
 *
 * @spec CO36, CO69, CO70
 */
export function PublishDialog({
  bot,
  onClose,
  onPublished,
}: {
  readonly bot: Bot;
  readonly onClose: () => void;
  readonly onPublished: () => void;
}) {
  const [label, setLabel] = useState('');
  const [finishDays, setFinishDays] = useState('');
  const unsaved = useUnsavedWork();
  const isSaving = unsaved?.savesItself === true;
  const { keyFor } = useIdempotencyKey();
  const loaded = useLoad(`publish ${bot.id} ${isSaving}`, (signal) => readDraft(bot.id, signal));
  const { data } = loaded;

  const publish = useAction(async () => {
    const ifMatch = data?.etag;
    await botsApi.versions.publish(bot.id, finishDays === '' ? {} : { policy: 'finish', days: Number(finishDays) }, {
      idempotencyKey: keyFor([ifMatch, finishDays]),
      ...(ifMatch !== undefined && { ifMatch }),
    });
    notify(`${bot.name} is published.`);
    onPublished();
    onClose();
    if (label.trim() === '') return;
    try {
      const { id } = await botsApi.versions.getLatest(bot.id);
      await botsApi.versions.label(bot.id, id, { name: label });
    } catch (error) {
      notify(`It is published, but without its label. ${problemText(error)}`, 'error');
    }
    onPublished();
  });

  const { error } = publish;
  const stops = isApiError(error) && error.violations.length > 0 ? error.violations : (data?.stops ?? []);
  const isChanged = isApiError(error, 'draft_changed');
  return (
    <FormDialog
      title={`Publish ${bot.name}`}
      size="medium"
      submit="Publish"
      isBusy={publish.isBusy}
      isDisabled={data === undefined || stops.length > 0 || isChanged || isSaving}
      error={
        error === undefined || stops.length > 0
          ? undefined
          : isChanged
            ? 'Somebody has changed the draft since this was opened. Look at it, and publish again.'
            : problemText(error)
      }
      onSubmit={() => void publish.run()}
      onClose={onClose}
    >
      <Loading loaded={loaded} rows={2}>
        {({ isSame, waiting }) =>
          stops.length > 0 ? (
            <Notice kind="warning">
              <p>
                <strong>
                  {stops.length === 1 ? 'One broken rule stops' : `${stops.length} broken rules stop`} the publication.
                </strong>
              </p>
              <ViolationList violations={stops} botId={bot.id} onShow={onClose} />
            </Notice>
          ) : (
            <>
              <p>
                {bot.published_at === undefined
                  ? 'From now on visitors talk to this bot.'
                  : finishDays === ''
                    ? 'Visitors talk to this version from their next message on, in conversations under way too.'
                    : 'New conversations are with this version.'}
              </p>
              {isSaving && <Notice>The last changes are being saved, and will be published too.</Notice>}
              {unsaved?.savesItself === false && <Notice kind="warning">Unsaved changes are not published.</Notice>}
              {waiting.total > 0 && finishDays === '' && <Notice kind="warning">{restartText(waiting)}</Notice>}
              {isSame && <Notice>The draft is the same as the version that is live.</Notice>}
              {bot.published_at !== undefined && (
                <SelectField
                  label="Conversations under way"
                  value={finishDays}
                  onChange={setFinishDays}
                  choices={finishChoices}
                />
              )}
              <TextField
                label="Label"
                hint="To find the version again. It can be left empty."
                value={label}
                onInput={setLabel}
                most={maxVersionNameLength}
              />
            </>
          )
        }
      </Loading>
    </FormDialog>
  );
}
