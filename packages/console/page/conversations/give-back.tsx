import type { Bot, Customer } from '@botwright/client';
import { useState } from 'preact/hooks';
import { platformApi } from '../api/clients.ts';
import type { Conversation } from '../api/console-records.ts';
import { fieldProblems } from '../api/problems.ts';
import { useAction, useLoad } from '../api/use-load.ts';
import { usePublishedBots } from '../channels/channel-list.tsx';
import { FormDialog } from '../parts/dialog.tsx';
import { CheckField, SelectField } from '../parts/field.tsx';
import { notify } from '../parts/toasts.tsx';

const nobody = '';

/** Returns a conversation to a bot, by default the previous one. */
export function GiveBack({
  customer,
  bot,
  onClose,
  onDone,
}: {
  readonly customer: Customer;
  readonly bot: NonNullable<Conversation['bot']> | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const channel = useLoad(`channel ${customer.channel_id}`, (signal) =>
    platformApi.channels.get(customer.channel_id, { signal }),
  );
  const published = usePublishedBots().filter((one) => one.channel_family === channel.data?.type);
  const [chosen, setChosen] = useState<string | undefined>(bot === undefined ? undefined : String(bot.number));
  const [isLaunched, setLaunched] = useState(true);
  const number = chosen ?? String(published[0]?.number ?? nobody);

  const give = useAction(async () => {
    if (number === nobody) await platformApi.customers.unassign(customer.id);
    else await platformApi.customers.assignToBot(customer.id, Number(number), { launch: isLaunched });
    notify('The conversation is given back.');
    onDone();
    onClose();
  });
  const problems = fieldProblems(give.error, []);
  const choices = [
    ...(bot === undefined || published.some((one: Bot) => one.number === bot.number) ? [] : [bot]),
    ...published,
  ].map((one) => ({ value: String(one.number), label: one.name }));
  return (
    <FormDialog
      title="Give the conversation back"
      submit="Give back"
      isBusy={give.isBusy}
      error={problems['']}
      onSubmit={() => void give.run()}
      onClose={onClose}
    >
      <SelectField
        label="To"
        value={number}
        onChange={setChosen}
        choices={[...choices, { value: nobody, label: 'Nobody: the next message finds a bot' }]}
      />
      {number !== nobody && (
        <CheckField
          label="Begin at once"
          hint="The bot greets now. Else it begins with the next message of the customer."
          isChecked={isLaunched}
          onChange={setLaunched}
        />
      )}
    </FormDialog>
  );
}
