import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface ComposerProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** What the server did not take: it is put back, to be changed. */
  readonly refused: { readonly text: string; readonly message: string } | undefined;
  onSay(text: string): void;
}

/** The field in which the visitor writes: Enter sends, Shift and Enter begin a new line. */
export function Composer({ field, refused, onSay }: ComposerProps) {
  const [text, setText] = useState('');

  useEffect(() => {
    if (refused !== undefined) setText((current) => (current === '' ? refused.text : current));
  }, [refused]);

  function send(): void {
    if (text.trim() === '') return;
    onSay(text);
    setText('');
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {refused !== undefined && (
        <p class="refused" role="alert">
          This was not sent: {refused.message}
        </p>
      )}
      <label class="hidden" for="text">
        Your message
      </label>
      <textarea
        id="text"
        ref={field}
        rows={1}
        maxLength={10_000}
        placeholder="Write a message"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          // While a word is being composed, such as in Japanese, Enter ends the word.
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <button type="submit" class="primary" disabled={text.trim() === ''}>
        Send
      </button>
    </form>
  );
}
