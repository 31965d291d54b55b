import type { RefObject } from 'preact';

interface ComposerProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** What the visitor is writing. */
  readonly text: string;
  onWrite(text: string): void;
  onSay(text: string): void;
}

/** The field in which the visitor writes: Enter sends, Shift and Enter begin a new line. */
export function Composer({ field, text, onWrite, onSay }: ComposerProps) {
  function send(): void {
    if (text.trim() === '') return;
    onSay(text);
    onWrite('');
  }

  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
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
        onInput={({ currentTarget }) => onWrite(currentTarget.value)}
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
