import type { Bot } from '@botwright/client';
import { maxBotNameLength } from '@botwright/core/inputs';
import { useState } from 'preact/hooks';
import { botsApi } from '../api/clients.ts';
import { useIdempotencyKey } from '../api/idempotency.ts';
import { fieldProblems } from '../api/problems.ts';
import { useAction } from '../api/use-load.ts';
import { hrefOf } from '../fragment.ts';
import { ConfirmDialog, FormDialog } from '../parts/dialog.tsx';
import { TextField } from '../parts/field.tsx';
import { NameDialog } from '../parts/name-dialog.tsx';
import { notify } from '../parts/toasts.tsx';
import { go } from '../router.ts';
import type { BotAct } from './bot-menu.tsx';

export interface BotDialog {
  readonly act: Exclude<BotAct, 'restore'>;
  readonly bot: Bot;
}

const nameField = { most: maxBotNameLength, code: 'bot_name_not_accepted' } as const;

interface Done {
  readonly onClose: () => void;
  /** Called after the bot was changed. */
  readonly onDone: () => void;
}

/** The dialog for a choice in the menu of a bot. */
export function BotDialogs({ dialog, ...done }: { readonly dialog: BotDialog } & Done) {
  const { act, bot } = dialog;
  if (act === 'rename') return <RenameBot bot={bot} {...done} />;
  if (act === 'duplicate') return <DuplicateBot bot={bot} {...done} />;
  return act === 'trash' ? <TrashBot bot={bot} {...done} /> : <DeleteBot bot={bot} {...done} />;
}

function RenameBot({ bot, onClose, onDone }: { readonly bot: Bot } & Done) {
  const save = async (name: string) => {
    await botsApi.bots.update(bot.id, { name });
    onDone();
  };
  return <NameDialog title="Rename the bot" submit="Rename" name={bot.name} {...nameField} {...{ save, onClose }} />;
}

function DuplicateBot({ bot, onClose, onDone }: { readonly bot: Bot } & Done) {
  const { keyFor } = useIdempotencyKey();
  const save = async (name: string) => {
    const body = { source: bot.id, name };
    const made = await botsApi.bots.create(body, { idempotencyKey: keyFor(body) });
    notify(`${made.name} is made.`);
    onDone();
    go(hrefOf(['bots', made.id]));
  };
  return (
    <NameDialog
      title={`Duplicate ${bot.name}`}
      submit="Duplicate"
      label="Name of the new bot"
      hint="It begins with the same draft, and is not published."
      name={Array.from(`Copy of ${bot.name}`).slice(0, maxBotNameLength).join('')}
      {...nameField}
      {...{ save, onClose }}
    />
  );
}

function TrashBot({ bot, onClose, onDone }: { readonly bot: Bot } & Done) {
  const trash = async () => {
    await botsApi.bots.delete(bot.id);
    notify(`${bot.name} is in the trash.`);
    onDone();
  };
  return (
    <ConfirmDialog title={`Move ${bot.name} to the trash?`} confirm="Move to the trash" act={trash} onClose={onClose}>
      <p>
        {bot.published_at === undefined
          ? 'It can be restored from there.'
          : 'Visitors who write to it get no answer until it is restored.'}
      </p>
    </ConfirmDialog>
  );
}

function DeleteBot({ bot, onClose, onDone }: { readonly bot: Bot } & Done) {
  const [typed, setTyped] = useState('');
  const destroy = useAction(async () => {
    await botsApi.bots.delete(bot.id, { permanent: true });
    notify(`${bot.name} is deleted.`);
    onDone();
    onClose();
  });
  const problems = fieldProblems(destroy.error, []);
  return (
    <FormDialog
      title="Delete the bot for good?"
      submit="Delete for good"
      kind="danger"
      isBusy={destroy.isBusy}
      isDisabled={typed.trim() !== bot.name.trim()}
      error={problems['']}
      onSubmit={() => void destroy.run()}
      onClose={onClose}
    >
      <p>
        The draft and all versions of <strong>{bot.name}</strong> are erased. This cannot be undone.
      </p>
      <TextField label="Type the name of the bot" value={typed} onInput={setTyped} isFirst />
    </FormDialog>
  );
}
