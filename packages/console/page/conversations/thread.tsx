import type { Customer, Message } from '@botwright/client';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { TextView } from '../../../web-chat/page/text-view.tsx';
import { consoleApi, platformApi } from '../api/clients.ts';
import type { Conversation } from '../api/console-records.ts';
import { problemText } from '../api/problems.ts';
import { useAction, useLoad } from '../api/use-load.ts';
import { customerName } from '../customers/customer-name.ts';
import { textOfValue } from '../customers/field-values.ts';
import { hrefOf, type Query } from '../fragment.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { Empty, Loading, Skeleton } from '../parts/list.tsx';
import { LoadProblem } from '../parts/notice.tsx';
import { Time } from '../parts/time.tsx';
import { readTime } from '../parts/times.ts';
import { useInterval } from '../parts/use-interval.ts';
import { useTitle } from '../router.ts';
import { useSession } from '../shell/session.ts';
import { Composer } from './composer.tsx';
import { GiveBack } from './give-back.tsx';
import { hasGap, mergeMessages } from './merge-messages.ts';
import { showMessage } from './message-text.ts';

const pageSize = 30;
/** A conversation should feel live; a request costs the server one indexed read. */
const refreshMs = 2_500;
/** Pixels above the end within which the log follows new messages. */
const nearEnd = 80;

/** The messages of a customer, and the text field. @spec CO38 */
export function Thread({ customerId, query }: { readonly customerId: number; readonly query: Query }) {
  const { person } = useSession();
  const customer = useLoad(`talk ${customerId}`, (signal) => platformApi.customers.get(customerId, { signal }));
  const conversation = useLoad(`state ${customerId}`, (signal) => consoleApi.conversation(customerId, signal));
  const log = useMessages(customerId);
  const [isGivingBack, setGivingBack] = useState(false);
  useTitle(customer.data === undefined ? 'Conversation' : customerName(customer.data));

  const refresh = async () => {
    await Promise.all([log.loadNewer(), customer.refresh(), conversation.refresh()]);
  };
  useInterval(refresh, refreshMs);

  const takeOver = useAction(
    async () => {
      await platformApi.customers.assignToCaller(customerId);
      await refresh();
    },
    { toast: true },
  );
  const botId = conversation.data?.bot?.id;
  const keep = useAction(
    async () => {
      // The steps of conversations are larger than the page.
      const { keepConversation } = await import('./keep-conversation.ts');
      await keepConversation(customerId, botId ?? '');
    },
    { toast: true },
  );
  const isMine = customer.data?.agent_id === person;

  return (
    <section class="thread" aria-label={customer.data === undefined ? 'Conversation' : customerName(customer.data)}>
      <Loading loaded={customer}>
        {(known) => (
          <>
            <header class="thread-head">
              <div class="row-main">
                <a class="back" href={hrefOf(['conversations'], query)}>
                  All conversations
                </a>
                <ThreadHeading customer={known} />
                <p class="meta">
                  <Standing customer={known} conversation={conversation.data} />
                </p>
              </div>
              <div class="actions">
                {botId !== undefined && (
                  <Button kind="quiet" icon="download" isBusy={keep.isBusy} onClick={() => void keep.run()}>
                    Save as scenario
                  </Button>
                )}
                {isMine ? (
                  <Button onClick={() => setGivingBack(true)}>Give back to the bot</Button>
                ) : (
                  <Button kind="primary" isBusy={takeOver.isBusy} onClick={() => void takeOver.run()}>
                    Take over
                  </Button>
                )}
              </div>
            </header>
            <Messages {...log} />
            {conversation.data !== undefined && <Known conversation={conversation.data} />}
            <Composer
              customerId={customerId}
              isMine={isMine}
              onTakeOver={() => void takeOver.run()}
              onSent={() => void refresh()}
            />
            {isGivingBack && (
              <GiveBack
                customer={known}
                bot={conversation.data?.bot ?? undefined}
                onClose={() => setGivingBack(false)}
                onDone={() => void refresh()}
              />
            )}
          </>
        )}
      </Loading>
    </section>
  );
}

/** In a narrow window the focused list has disappeared; this takes the focus. */
function ThreadHeading({ customer }: { readonly customer: Customer }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.checkVisibility() === false) {
      heading.current?.focus();
    }
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      <a href={hrefOf(['customers', customer.id])}>{customerName(customer)}</a>
    </h1>
  );
}

/** The Fields that the bot has collected. */
function Known({ conversation: { fields } }: { readonly conversation: Conversation }) {
  const entries = Object.entries(fields);
  if (entries.length === 0) return null;
  return (
    <details class="known">
      <summary>
        {entries.length} {entries.length === 1 ? 'Field' : 'Fields'} of the conversation
      </summary>
      <dl class="facts">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{textOfValue(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const standings: Readonly<Record<Conversation['status'], string>> = {
  none: 'no conversation yet',
  working: 'the bot is working',
  waiting: 'the bot waits for an answer',
  with_agent: 'with an agent',
  ended: 'the conversation has ended',
};

/** The answering bot or agent, and the bot's current block. */
function Standing({
  customer,
  conversation,
}: {
  readonly customer: Customer;
  readonly conversation: Conversation | undefined;
}) {
  const { person } = useSession();
  if (customer.agent_id !== null) {
    return <span>{customer.agent_id === person ? 'You talk to the customer' : `With agent ${customer.agent_id}`}</span>;
  }
  if (conversation === undefined) return <span>…</span>;
  const { bot, status, block_id: block } = conversation;
  return (
    <>
      {bot === null ? <span>No bot</span> : <a href={hrefOf(['bots', bot.id])}>{bot.name}</a>}
      <span>{standings[status]}</span>
      {bot !== null && block !== undefined && (
        <a href={hrefOf(['bots', bot.id], { block })}>
          at block <code>{block}</code>
        </a>
      )}
    </>
  );
}

interface MessagesProps {
  readonly messages: readonly Message[] | undefined;
  /** Whether the oldest message is loaded. */
  readonly isComplete: boolean;
  readonly error: unknown;
  readonly loadOlder: () => Promise<void>;
  readonly loadNewer: () => Promise<void>;
}

function Messages({ messages, isComplete, error, loadOlder, loadNewer }: MessagesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef({ first: 0, height: 0, isAtEnd: true });
  const older = useAction(loadOlder, { toast: true });
  const first = messages?.[0]?.seq ?? 0;

  // Follows new messages if the reader is at the end; otherwise holds the position.
  useLayoutEffect(() => {
    const { current } = scroller;
    if (current === null) return;
    if (before.current.isAtEnd) current.scrollTop = current.scrollHeight;
    else if (first < before.current.first) current.scrollTop += current.scrollHeight - before.current.height;
    before.current = { ...before.current, first, height: current.scrollHeight };
  }, [messages, first]);

  const onScroll = () => {
    const { current } = scroller;
    if (current === null) return;
    before.current.isAtEnd = current.scrollHeight - current.scrollTop - current.clientHeight < nearEnd;
    if (current.scrollTop < nearEnd && !isComplete && messages !== undefined) void older.run();
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrolling element.
    <div class="messages" ref={scroller} onScroll={onScroll} role="log" aria-label="Messages" tabIndex={0}>
      {error !== undefined && <LoadProblem error={error} onRetry={() => void loadNewer()} />}
      {messages === undefined ? (
        error === undefined && <Skeleton rows={5} />
      ) : messages.length === 0 ? (
        <Empty icon="chat" title="No messages yet" />
      ) : (
        <>
          {isComplete ? (
            <p class="event">The beginning</p>
          ) : (
            <div class="event">
              <Button isSmall isBusy={older.isBusy} onClick={() => void older.run()}>
                Older messages
              </Button>
            </div>
          )}
          <ol>
            {messages.map((message, at) => (
              <MessageItem key={message.seq} message={message} previous={messages[at - 1]} />
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

function MessageItem({ message, previous }: { readonly message: Message; readonly previous: Message | undefined }) {
  const { sender, timestamp } = message;
  const { text, rich, buttons, link } = showMessage(message);
  const day = dayFormat.format(readTime(timestamp));
  const isNewDay = previous === undefined || dayFormat.format(readTime(previous.timestamp)) !== day;
  const isSameSender = !isNewDay && previous.sender.type === sender.type && previous.sender.id === sender.id;
  return (
    <>
      {isNewDay && <li class="event">{day}</li>}
      {sender.type === 'sys' ? (
        <li class="event">
          {text} · <Time at={timestamp} />
        </li>
      ) : (
        <li class={`message ${sender.type}`}>
          {!isSameSender && (
            <p class="meta">
              <strong>{sender.name === '' ? names[sender.type] : sender.name}</strong>
              {sender.type === 'bot' && sender.name !== '' && <span>Bot</span>}
              {sender.type === 'agent' && sender.name !== '' && <span>Agent</span>}
              <Time at={timestamp} />
            </p>
          )}
          <div class="bubble">
            <TextView text={text} rich={rich} />
            {link !== undefined && (
              <LinkButton isSmall isExternal icon="external" href={link.href}>
                {link.label}
              </LinkButton>
            )}
            {buttons.length > 0 && (
              <ul class="offered" aria-label="Buttons">
                {buttons.map((label, index) => (
                  <li key={`${index} ${label}`}>{label}</li>
                ))}
              </ul>
            )}
          </div>
        </li>
      )}
    </>
  );
}

const names = { customer: 'Customer', bot: 'Bot', agent: 'Agent', sys: '' } as const;

/** Loads the newest messages of a customer, and older ones as the reader scrolls back. */
function useMessages(customerId: number): MessagesProps {
  const [messages, setMessages] = useState<readonly Message[] | undefined>(undefined);
  const [total, setTotal] = useState(0);
  const [error, setError] = useState<unknown>(undefined);
  const latest = useRef<readonly Message[]>([]);

  const read = async (offset: number) => {
    const { items, total: all } = await platformApi.messages.list(customerId, { offset, limit: pageSize }).page();
    setTotal(all);
    return items;
  };
  const keep = (more: readonly Message[]) => {
    latest.current = mergeMessages(latest.current, more);
    setMessages(latest.current);
  };
  const loadNewer = async () => {
    try {
      const found: Message[] = [...(await read(0))];
      // After a long time in the background there can be more than a page.
      while (hasGap(latest.current, found)) {
        const more = await read(found.length);
        if (more.length === 0) break;
        found.push(...more);
      }
      keep(found);
      setError(undefined);
    } catch (problem) {
      setError(problem);
    }
  };
  useEffect(() => void loadNewer(), []);

  return {
    messages,
    isComplete: messages !== undefined && messages.length >= total,
    error: error === undefined ? undefined : new Error(problemText(error)),
    loadNewer,
    loadOlder: async () => keep(await read(latest.current.length)),
  };
}
