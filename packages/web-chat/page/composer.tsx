import type { RefObject } from 'preact';
import type { SendFile } from './conversation.ts';
import { DatePicker } from './date-picker.tsx';
import { FilePicker, useUploads } from './file-picker.tsx';
import { TimePicker } from './time-picker.tsx';
import { typingHelp } from './typing-help.ts';
import type { ExpectedInput } from './wire.ts';

interface ComposerProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** The unsent text of the visitor. */
  readonly text: string;
  /** The kind of answer that the bot expects. */
  readonly expects: ExpectedInput | undefined;
  /** Bytes of a file that can be sent. Absent: files cannot be sent. */
  readonly mostFileBytes: number | undefined;
  readonly sendFile: SendFile;
  onWrite(text: string): void;
  onSay(text: string): void;
}

/** The visitor's text field: Enter sends, Shift and Enter begin a new line. @spec WC38, WC39, QN18 */
export function Composer({ field, text, expects, mostFileBytes, sendFile, onWrite, onSay }: ComposerProps) {
  const uploads = useUploads(sendFile);
  function send(): void {
    if (text.trim() === '') return;
    onSay(text);
    onWrite('');
  }

  const isFile = expects?.kind === 'file';
  return (
    // Not a form: the sandbox of a frame may forbid forms.
    <div class="composer">
      {expects?.kind === 'date' && expects.format !== undefined && (
        <DatePicker key={expects.format} format={expects.format} onPick={onSay} />
      )}
      {expects?.kind === 'text' && expects.format === 'HH:mm' && <TimePicker onPick={onSay} />}
      {mostFileBytes !== undefined && (isFile || uploads.current !== undefined) && (
        <FilePicker expects={isFile ? expects : undefined} mostBytes={mostFileBytes} uploads={uploads} onSay={onSay} />
      )}
      {isFile && mostFileBytes === undefined && (
        <p id="help" class="help">
          Files cannot be sent from here: paste the address of one, such as https://example.org/file.pdf
        </p>
      )}
      <label class="hidden" for="text">
        Your message
      </label>
      <textarea
        id="text"
        ref={field}
        dir="auto"
        rows={1}
        maxLength={10_000}
        placeholder={expects?.placeholder ?? (isFile ? 'Address of the file' : 'Write a message')}
        {...typingHelp(expects)}
        {...(isFile && { 'aria-describedby': 'help' })}
        value={text}
        onInput={({ currentTarget }) => onWrite(currentTarget.value)}
        onKeyDown={(event) => {
          // While an input method composes a word, such as in Japanese, Enter ends the word.
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <button type="button" class="primary" dir="auto" disabled={text.trim() === ''} onClick={send}>
        {(expects?.kind !== 'choices' && expects?.send_label) || 'Send'}
      </button>
    </div>
  );
}
