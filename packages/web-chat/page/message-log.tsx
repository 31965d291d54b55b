import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { PressedButton } from './conversation.ts';
import { GrowingAnswer } from './growing-answer.tsx';
import { MessageView } from './message-view.tsx';
import type { Shown } from './shown.ts';
import type { VisitorText } from './stored-texts.ts';
import type { Message } from './wire.ts';

interface MessageLogProps {
  readonly shown: Shown;
  /** The visitor pressed a button of the last message with buttons. */
  onPress(label: string, button: PressedButton): void;
  /** The visitor sends a text again. */
  onSendAgain(id: string): void;
  /** The visitor edits a text that was not sent. */
  onTakeBack(id: string): void;
}

/** Pixels above the end within which the log still follows new messages. */
const nearEnd = 120;

/** @spec WC26, WC35, WC37, WC40, EX16 */
export function MessageLog({ shown, onPress, onSendAgain, onTakeBack }: MessageLogProps) {
  const { messages, unsent, status, connection, problem } = shown;
  const log = useRef<HTMLDivElement>(null);
  const said = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  /** Scroll position of the end when it was last in view. */
  const endTop = useRef(0);
  const isSending = unsent.some(({ reason }) => reason === undefined);
  const isWorking = problem === undefined && connection === 'open' && (status === 'working' || isSending);

  function stayAtEnd(): void {
    const { current } = log;
    if (current === null || !isAtEnd.current) return;
    current.scrollTo({ top: current.scrollHeight });
    endTop.current = current.scrollTop;
  }
  function noteScroll({ scrollTop, clientHeight, scrollHeight }: HTMLElement): void {
    const top = scrollHeight - clientHeight;
    // The log may have grown since the visitor scrolled: this is not scrolling up.
    if (!isAtEnd.current || top < endTop.current) endTop.current = top;
    isAtEnd.current = endTop.current - scrollTop < nearEnd;
  }

  // After every render: messages, buttons or the text field may have changed.
  useLayoutEffect(stayAtEnd);
  // After later changes of height: the window, a keyboard, pictures and videos that load or fail, fonts.
  useEffect(() => {
    const observer = new ResizeObserver(stayAtEnd);
    for (const { current } of [log, said]) if (current !== null) observer.observe(current);
    return () => observer.disconnect();
  }, []);

  /** The message of the pressed button, until the press is sent. */
  const pressed = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (!isSending) pressed.current = undefined;
  }, [isSending]);
  function press({ uuid }: Message, label: string, payload: string | undefined): void {
    if (pressed.current === uuid) return;
    pressed.current = uuid;
    onPress(label, { ...(payload !== undefined && { payload }), answers: uuid });
  }

  const canPress = !isSending && problem === undefined && status !== 'with_agent';
  // A message of the visitor answers the buttons before it; later messages of others do not.
  const asking = canPress
    ? messages.findLast(({ sender, data }) => sender.type === 'customer' || data.buttons !== undefined)
    : undefined;
  // A question is the last message of its step: the bot says more at a later moment only when its time is over.
  const isOver = asking !== undefined && (messages.findLast(isOfBot)?.timestamp ?? 0) > asking.timestamp;
  return (
    <div
      class="log"
      role="log"
      aria-label="Messages"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
      tabIndex={0}
      ref={log}
      onScroll={({ currentTarget }) => noteScroll(currentTarget)}
    >
      <div class="said" ref={said}>
        {messages.map((message) => (
          <MessageView
            key={message.seq}
            message={message}
            {...(message === asking &&
              !isOver && {
                onPress: (label: string, payload?: string) => press(message, label, payload),
                expects: status === 'waiting' ? shown.expects : undefined,
              })}
          />
        ))}
        {unsent.map((text) => (
          <Unsent key={text.id} text={text} canSend={problem === undefined} {...{ onSendAgain, onTakeBack }} />
        ))}
        {isWorking && shown.growing !== undefined && <GrowingAnswer {...shown.growing} />}
        {isWorking && (
          <div class="message bot">
            <p class="bubble working">
              <span class="hidden">An answer is on its way.</span>
              <i aria-hidden="true" />
              <i aria-hidden="true" />
              <i aria-hidden="true" />
            </p>
          </div>
        )}
      </div>
    </div>
  );
}

function isOfBot({ sender }: Message): boolean {
  return sender.type === 'bot';
}

function Unsent({
  text: { id, text, reason },
  canSend,
  onSendAgain,
  onTakeBack,
}: { readonly text: VisitorText; readonly canSend: boolean } & Pick<MessageLogProps, 'onSendAgain' | 'onTakeBack'>) {
  return (
    <div class="message customer unsent">
      <p class="bubble" dir="auto">
        {text}
      </p>
      {reason !== undefined && (
        <p class="refused" role="alert" dir="auto">
          This was not sent: {reason}
        </p>
      )}
      {reason !== undefined && canSend && (
        <div class="buttons">
          <button type="button" dir="auto" onClick={() => onSendAgain(id)}>
            Send again
          </button>
          <button type="button" dir="auto" onClick={() => onTakeBack(id)}>
            Edit
          </button>
        </div>
      )}
    </div>
  );
}
