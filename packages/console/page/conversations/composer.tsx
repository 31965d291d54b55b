import { useEffect, useId, useState } from 'preact/hooks';
import { platformApi } from '../api/clients.ts';
import { fieldProblems } from '../api/problems.ts';
import { useAction } from '../api/use-load.ts';
import { Button } from '../parts/button.tsx';

/** Unsent text by customer: switching conversations loses nothing. */
const unsent = new Map<number, string>();

/** The text field of an agent; before the handover, it says that the bot answers. */
export function Composer({
  customerId,
  isMine,
  onTakeOver,
  onSent,
}: {
  readonly customerId: number;
  readonly isMine: boolean;
  readonly onTakeOver: () => void;
  readonly onSent: () => void;
}) {
  const [text, setText] = useState(unsent.get(customerId) ?? '');
  const id = useId();
  useEffect(() => {
    if (text === '') unsent.delete(customerId);
    else unsent.set(customerId, text);
  }, [customerId, text]);

  const send = useAction(async () => {
    if (text.trim() === '') return;
    await platformApi.messages.sendText(customerId, { message: text });
    setText('');
    onSent();
  });
  const problem = Object.values(fieldProblems(send.error, ['message'])).join(' ');

  if (!isMine) {
    return (
      <div class="composer">
        <p class="muted">
          Take the conversation over to answer. The bot then waits.{' '}
          <button type="button" class="as-link" onClick={onTakeOver}>
            Take over
          </button>
        </p>
      </div>
    );
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send.run();
      }}
    >
      <label class="hidden" for={id}>
        Your answer
      </label>
      <textarea
        dir="auto"
        id={id}
        rows={1}
        placeholder="Your answer"
        aria-describedby={problem === '' ? undefined : `${id}-problem`}
        aria-invalid={problem !== '' || undefined}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          void send.run();
        }}
      />
      <Button kind="primary" icon="send" isBusy={send.isBusy} isDisabled={text.trim() === ''}>
        Send
      </Button>
      {problem !== '' && (
        <p class="problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
