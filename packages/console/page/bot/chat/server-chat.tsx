import { type Bot, isApiError, type Message } from '@botwright/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { botsApi, consoleApi } from '../../api/clients.ts';
import type { Conversation, StartedChat } from '../../api/console-records.ts';
import { problemText } from '../../api/problems.ts';
import { useAction } from '../../api/use-load.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import type { OfEditor } from '../editor/use-editor.ts';
import { useLit } from '../editor/use-view.ts';
import type { DraftEditing } from '../use-draft.ts';
import { lineOfStored } from './chat-line.ts';
import { ChatView } from './chat-view.tsx';
import { FieldsTable } from './fields-table.tsx';

/** Milliseconds between two polls: short enough for an answer to seem immediate. */
const pauseMs = { usual: 700, failed: 3_000 } as const;

/** A conversation with the test deployment or the live version, on the server, as a new visitor. */
export function ServerChat({ editor, deployment }: OfEditor & { readonly deployment: 'live' | 'test' }) {
  const { bot, draft, view } = editor;
  const [chat, setChat] = useState<StartedChat>();
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [conversation, setConversation] = useState<Conversation>();
  const [lost, setLost] = useState<unknown>();
  const [unsent, setUnsent] = useState<unknown>();

  const start = useAction(async () => {
    if (deployment === 'test') await deploy(bot, draft);
    const started = await consoleApi.startChat(bot.id, deployment);
    setMessages([]);
    setConversation(undefined);
    setChat(started);
  });
  /** Sends messages one after another, in their order. */
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const send = ({ text, payload }: { readonly text: string; readonly payload?: string }) => {
    if (chat === undefined) return;
    const message = { type: 'text' as const, message: text, ...(payload !== undefined && { payload }) };
    const said = { deployment, visitor: chat.visitor, message };
    sending.current = sending.current
      .then(() => consoleApi.sendToChat(bot.id, said))
      .then(() => setUnsent(undefined), setUnsent);
  };

  useEffect(() => {
    if (chat === undefined) return;
    const ended = new AbortController();
    void follow(chat, ended.signal, {
      show(more, next) {
        setLost(undefined);
        setConversation(next);
        setMessages((before) => {
          const known = new Set(before.map(({ uuid }) => uuid));
          return [...before, ...more.filter(({ uuid }) => !known.has(uuid))];
        });
      },
      fail: setLost,
    });
    return () => ended.abort();
  }, [chat]);
  useLit(view, conversation?.block_id);

  const isBegun = chat !== undefined;
  const error = start.error ?? unsent ?? lost;
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!hasBegun.current && deployment === 'live' && bot.published_at !== undefined) void start.run();
    hasBegun.current = true;
  }, []);
  return (
    <>
      <div class="chat-bar">
        <Button isSmall icon={isBegun ? 'refresh' : 'play'} isBusy={start.isBusy} onClick={() => void start.run()}>
          {startLabels[deployment][isBegun ? 'again' : 'first']}
        </Button>
        {conversation !== undefined && <span class="hint">{statusText[conversation.status]}</span>}
      </div>
      {deployment === 'test' && !isBegun && (
        <p class="chat-note">The draft is saved and put on the test channel; warnings stop that, too.</p>
      )}
      {deployment === 'live' && bot.published_at === undefined && (
        <p class="chat-note">The bot was never published: there is no live version to talk to.</p>
      )}
      {error !== undefined && (
        <div class="chat-note">
          <Notice kind="error">{errorText(error)}</Notice>
        </div>
      )}
      <ChatView
        lines={messages.map(lineOfStored)}
        isOpen={isBegun && conversation?.status !== 'with_agent'}
        why={isBegun ? 'A person has the conversation' : 'Not begun'}
        onText={(text) => send({ text })}
        onPress={({ label, payload }) => send({ text: label, payload })}
      >
        {conversation !== undefined && <FieldsTable fields={conversation.fields} />}
      </ChatView>
    </>
  );
}

const startLabels = {
  live: { first: 'Start', again: 'Start again' },
  test: { first: 'Deploy the draft for a test', again: 'Deploy and start again' },
} as const;

const statusText: Readonly<Record<Conversation['status'], string>> = {
  none: 'Not begun',
  working: 'The bot is working',
  waiting: 'The bot waits for you',
  with_agent: 'A person has the conversation',
  ended: 'Ended; the next message begins a new conversation',
};

/** Saves the draft, and deploys it to the test channel. */
async function deploy(bot: Bot, { saver }: DraftEditing): Promise<void> {
  if (!(await saver.saveNow())) throw new Error('The draft could not be saved, and was not deployed.');
  const { stored } = saver.state;
  const options = stored.etag === undefined ? {} : { ifMatch: stored.etag };
  const deployed = await botsApi.drafts.deployTest(bot.id, { ...options, minimal: true });
  if (saver.state.kind === 'saved') saver.reset({ ...stored, etag: deployed.etag ?? stored.etag });
}

function errorText(error: unknown): string {
  if (isApiError(error, 'draft_has_violations')) {
    return 'The draft breaks rules, of which warnings stop a test deployment, too. They are listed under Problems.';
  }
  return problemText(error);
}

/** Polls for news until the signal ends it. */
async function follow(
  { customer_id, after: first }: StartedChat,
  signal: AbortSignal,
  on: { show(messages: readonly Message[], conversation: Conversation): void; fail(error: unknown): void },
): Promise<void> {
  let after = first;
  while (!signal.aborted) {
    let pause: number = pauseMs.usual;
    try {
      const turn = await consoleApi.readChat(customer_id, { after }, signal);
      after = turn.after;
      on.show(turn.messages, turn.conversation);
    } catch (error) {
      if (signal.aborted) return;
      on.fail(error);
      pause = pauseMs.failed;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
