import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { Api } from './api.ts';
import { Composer } from './composer.tsx';
import type { Conversation, PressedButton } from './conversation.ts';
import { MessageLog } from './message-log.tsx';
import { useOfferedPages } from './offered-page.tsx';
import { QuickWords } from './quick-words.tsx';
import type { NotBegun, Problem, Shown } from './shown.ts';
import type { StoredText } from './stored-texts.ts';
import type { Bot } from './wire.ts';

interface ChatPageProps {
  readonly api: Api;
  readonly conversation: Conversation;
  /** The unsent text of the visitor. */
  readonly draft: StoredText;
}

/** @spec WC20, WC21, WC25, WC26, WC29 */
export function ChatPage({ api, conversation, draft }: ChatPageProps) {
  const [, update] = useReducer((count: number, _: undefined) => count + 1, 0);
  const [bot, setBot] = useState<Bot>();
  const [text, setText] = useState(draft.get() ?? '');
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    conversation.subscribe(() => update(undefined));
    update(undefined);
  }, []);

  const { shown } = conversation;
  const { isBeginning, notBegun, problem, connection } = shown;
  useEffect(() => {
    if (bot !== undefined) return;
    api.bot().then(
      (found) => {
        setBot(found);
        document.title = found.name;
      },
      // The conversation shows the problem.
      () => undefined,
    );
  }, [connection]);

  const write = (written: string): void => {
    draft.set(written === '' ? undefined : written);
    setText(written);
  };

  useOfferedPages(shown.messages);
  const name = bot?.name ?? '';
  const focus = (): void => field.current?.focus({ preventScroll: true });
  const say = (said: string, button?: PressedButton): void => {
    conversation.say(said, button);
    focus();
  };
  /** Appends the text, so that the visitor loses neither. */
  const takeBack = (id: string): void => {
    const taken = conversation.takeBack(id);
    write(text === '' ? taken : `${text}\n${taken}`);
    focus();
  };

  return (
    <div class="chat">
      <header>
        {name !== '' && (
          <span class="face" aria-hidden="true">
            {Array.from(name)[0]?.toUpperCase()}
          </span>
        )}
        <h1 dir="auto">{name === '' ? 'Chat' : name}</h1>
        {shown.messages.length > 0 && (
          <button
            type="button"
            class="quiet"
            dir="auto"
            aria-disabled={isBeginning}
            onClick={() => conversation.beginAnew()}
          >
            Start over
          </button>
        )}
      </header>
      <main>
        <MessageLog
          shown={shown}
          onPress={say}
          onSendAgain={(id) => conversation.sendAgain(id)}
          onTakeBack={takeBack}
        />
        <div class="state" role="status" dir="auto">
          {stateOf(shown)}
        </div>
        {notBegun !== undefined && notBegun.kind !== 'waits' && (
          <p class="not-begun" role="alert" dir="auto">
            {notBegunText(notBegun)}
          </p>
        )}
        {problem === undefined ? (
          <Composer
            field={field}
            text={text}
            expects={shown.status === 'waiting' ? shown.expects : undefined}
            mostFileBytes={bot?.files?.max_bytes}
            sendFile={conversation.sendFile}
            onWrite={write}
            onSay={say}
          />
        ) : (
          <Ended problem={problem} isBeginning={isBeginning} onBegin={() => conversation.beginAnew()} />
        )}
        {problem === undefined && <QuickWords words={shown.quickWords} onSay={say} />}
      </main>
    </div>
  );
}

function stateOf({ connection, status, problem, isBeginning, notBegun }: Shown): string {
  if (isBeginning) return 'Beginning a new conversation…';
  if (problem !== undefined) return '';
  if (connection === 'lost') return 'The connection is lost. Trying again…';
  if (notBegun?.kind === 'waits') {
    return `Too many conversations were begun from here. Trying again at ${timeOf(notBegun.until)}.`;
  }
  if (connection === 'busy') return 'Too many people are writing just now. Trying again…';
  if (connection === 'connecting') return 'Connecting…';
  if (status === 'with_agent') return 'You are talking with a person.';
  if (status === 'ended') return 'The conversation has ended. Write to begin again.';
  return '';
}

function notBegunText(notBegun: Exclude<NotBegun, { readonly kind: 'waits' }>): string {
  switch (notBegun.kind) {
    case 'too_many':
      return `Too many conversations were begun from here. You can begin another one at ${timeOf(notBegun.until)}.`;
    case 'refused':
      return `A new conversation could not begin: ${notBegun.message}`;
    case 'lost':
      return 'A new conversation could not begin: the server cannot be reached. Try again later.';
  }
}

const minuteMs = 60_000;

/** The first full minute after it. */
function timeOf(ms: number): string {
  const minute = new Date(Math.ceil(ms / minuteMs) * minuteMs);
  return minute.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
}

interface EndedProps {
  readonly problem: Problem;
  readonly isBeginning: boolean;
  onBegin(): void;
}

function Ended({ problem, isBeginning, onBegin }: EndedProps) {
  const canBegin = problem.kind === 'over' && problem.reason !== 'blocked';
  return (
    <div class="ended" role="alert">
      <p dir="auto">{textOf(problem)}</p>
      {canBegin && (
        <button type="button" class="primary" dir="auto" aria-disabled={isBeginning} onClick={onBegin}>
          Begin a new conversation
        </button>
      )}
    </div>
  );
}

function textOf(problem: Problem): string {
  if (problem.kind === 'no_bot') return 'Nobody answers here: the bot does not exist, or is not published.';
  if (problem.kind === 'refused') return problem.message;
  switch (problem.reason) {
    case 'expired':
      return 'This conversation has expired and was deleted.';
    case 'too_long':
      return 'This conversation is as long as it may be.';
    case 'blocked':
      return 'You cannot write here any more.';
  }
}
