import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import type { Api } from './api.ts';
import { Composer } from './composer.tsx';
import type { Conversation, Problem, Shown } from './conversation.ts';
import { MessageLog } from './message-log.tsx';

/** @spec WC20, WC21 */
export function ChatPage({ api, conversation }: { readonly api: Api; readonly conversation: Conversation }) {
  const [, update] = useReducer((count: number, _: undefined) => count + 1, 0);
  const [name, setName] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    conversation.subscribe(() => update(undefined));
    update(undefined);
    api.bot().then(
      (bot) => {
        setName(bot.name);
        document.title = bot.name;
      },
      // The conversation says what is wrong.
      () => undefined,
    );
  }, []);

  const { shown } = conversation;
  const say = (text: string, payload?: string): void => {
    conversation.say(text, payload);
    field.current?.focus();
  };

  return (
    <div class="chat">
      <header>
        {name !== '' && (
          <span class="face" aria-hidden="true">
            {Array.from(name)[0]?.toUpperCase()}
          </span>
        )}
        <h1>{name === '' ? 'Chat' : name}</h1>
        {shown.messages.length > 0 && (
          <button type="button" class="quiet" onClick={() => conversation.beginAnew()}>
            Start over
          </button>
        )}
      </header>
      <main>
        <MessageLog shown={shown} onPress={say} />
        <div class="state" role="status">
          {stateOf(shown)}
        </div>
        {shown.problem === undefined ? (
          <Composer field={field} refused={shown.refused} onSay={say} />
        ) : (
          <Ended problem={shown.problem} onBegin={() => conversation.beginAnew()} />
        )}
      </main>
    </div>
  );
}

function stateOf({ connection, status, problem }: Shown): string {
  if (problem !== undefined) return '';
  if (connection === 'lost') return 'The connection is lost. Trying again…';
  if (connection === 'busy') return 'Too many people are writing just now. Trying again…';
  if (connection === 'connecting') return 'Connecting…';
  if (status === 'with_agent') return 'You are talking with a person.';
  if (status === 'ended') return 'The conversation has ended. Write to begin again.';
  return '';
}

function Ended({ problem, onBegin }: { readonly problem: Problem; readonly onBegin: () => void }) {
  const canBegin = problem.kind === 'over' && problem.reason !== 'blocked';
  return (
    <div class="ended" role="alert">
      <p>{textOf(problem)}</p>
      {canBegin && (
        <button type="button" class="primary" onClick={onBegin}>
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
      return 'This conversation has expired, and is no longer kept.';
    case 'too_long':
      return 'This conversation is as long as it may be.';
    case 'blocked':
      return 'You cannot write here any more.';
  }
}
