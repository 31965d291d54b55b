import { useRef, useState } from 'preact/hooks';
import type { SendFile } from './conversation.ts';
import { Refusal } from './refusal.ts';
import type { ExpectedInput } from './wire.ts';

/** Files that the page sends one after another. */
export interface Uploads {
  /** Name of the file that is sent now, and its sent part, from 0 to 1. */
  readonly current: { readonly name: string; readonly part: number } | undefined;
  /** For the visitor: what was sent, or why a file was not. */
  readonly outcome: { readonly text: string; readonly isFault: boolean } | undefined;
  send(files: readonly File[], mostBytes: number): void;
  cancel(): void;
}

export function useUploads(sendFile: SendFile): Uploads {
  const [current, setCurrent] = useState<Uploads['current']>();
  const [outcome, setOutcome] = useState<Uploads['outcome']>();
  const ending = useRef<AbortController>(undefined);

  async function sendAll(files: readonly File[], mostBytes: number): Promise<void> {
    ending.current = new AbortController();
    const { signal } = ending.current;
    setOutcome(undefined);
    for (const file of files) {
      const { name } = file;
      try {
        if (file.size > mostBytes) throw new Refusal(413, '', `It is larger than ${sizeText(mostBytes)}.`, undefined);
        setCurrent({ name, part: 0 });
        await sendFile(file, (part) => setCurrent({ name, part }), signal);
        setOutcome({ text: `${name} was sent.`, isFault: false });
      } catch (error) {
        const reason = error instanceof Refusal ? error.message : 'The connection is lost. Try again.';
        const text = signal.aborted ? `${name} was not sent.` : `${name} was not sent: ${reason}`;
        setOutcome({ text, isFault: !signal.aborted });
        break;
      }
    }
    setCurrent(undefined);
  }

  return { current, outcome, send: (files, most) => void sendAll(files, most), cancel: () => ending.current?.abort() };
}

interface FilePickerProps {
  /** Absent while the bot reads the file before. */
  readonly expects: ExpectedInput | undefined;
  /** Bytes of a file that the server takes. */
  readonly mostBytes: number;
  readonly uploads: Uploads;
  onSay(text: string): void;
}

/** The button that opens the browser's choice of files, and the file that is sent. @spec FS40, FS41, FS42 */
export function FilePicker({ expects, mostBytes, uploads, onSay }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const { current, outcome } = uploads;
  const { accept = [], max = mostBytes, choices } = expects ?? {};
  const most = Math.min(max, mostBytes);
  const isBusy = expects === undefined || current !== undefined;
  return (
    <div class="picker">
      <input
        ref={input}
        type="file"
        dir="auto"
        hidden
        aria-hidden="true"
        tabIndex={-1}
        accept={accept.map((kind) => browserTypes[kind] ?? kind).join(',')}
        multiple={choices !== undefined}
        onChange={({ currentTarget }) => {
          uploads.send([...(currentTarget.files ?? [])], most);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <button
        type="button"
        class="primary"
        dir="auto"
        aria-describedby="help"
        aria-disabled={isBusy}
        onClick={() => isBusy || input.current?.click()}
      >
        {choices === undefined ? 'Choose a file' : 'Choose files'}
      </button>
      {choices?.map(({ label }) => (
        <button key={label} type="button" dir="auto" aria-disabled={isBusy} onClick={() => isBusy || onSay(label)}>
          {label}
        </button>
      ))}
      {current !== undefined && (
        <>
          <progress aria-label={`Sending ${current.name}`} max={1} value={current.part} />
          <button type="button" dir="auto" onClick={uploads.cancel}>
            Cancel
          </button>
        </>
      )}
      <p id="help" class="help" dir="auto">
        {`${kindsText(accept)} of at most ${sizeText(most)}, or the address of one.`}
      </p>
      <p class={outcome?.isFault ? 'refused' : 'help'} role="status" dir="auto">
        {current === undefined ? outcome?.text : `Sending ${current.name}…`}
      </p>
    </div>
  );
}

/** For the attribute `accept` of an input. */
const browserTypes: Readonly<Record<string, string>> = {
  image: 'image/*',
  video: 'video/*',
  audio: 'audio/*',
  document: 'application/*,text/*',
};

const kindTexts: Readonly<Record<string, string>> = {
  image: 'picture',
  video: 'video',
  audio: 'sound',
  document: 'document',
};

/** `A picture, document or PDF`. */
function kindsText(accept: readonly string[]): string {
  if (accept.length === 0) return 'A file';
  const kinds = accept.map((kind) => kindTexts[kind] ?? kind.replace(/^.*\/(x-|vnd\.)?/, '').toUpperCase());
  return `A file (${kinds.join(', ')})`;
}

function sizeText(bytes: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB'];
  const unit = Math.min(3, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Math.floor((bytes / 1_024 ** unit) * 10) / 10} ${units[unit]}`;
}
