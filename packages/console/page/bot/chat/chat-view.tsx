import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { TextView } from '../../../../web-chat/page/text-view.tsx';
import { Button, IconButton } from '../../parts/button.tsx';
import type { ChatLine } from './chat-line.ts';

/** A conversation: its messages, the active buttons, and a text field. */
export function ChatView({
  lines,
  isOpen,
  why,
  onText,
  onPress,
  children,
}: {
  readonly lines: readonly ChatLine[];
  /** Whether the visitor can write. */
  readonly isOpen: boolean;
  /** The reason if not. */
  readonly why: string;
  readonly onText: (text: string) => void;
  readonly onPress: (button: { readonly label: string; readonly payload: string }) => void;
  /** Content between the messages and the text field. */
  readonly children?: ComponentChildren;
}) {
  const [text, setText] = useState('');
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = end;
    if (current !== null) current.scrollTop = current.scrollHeight;
  }, [lines.length]);
  const last = lines.findLastIndex(({ buttons }) => buttons !== undefined);
  const isWaiting = isOpen && last >= 0 && !lines.slice(last + 1).some(({ from }) => from === 'visitor');
  return (
    <>
      <div class="chat-lines" ref={end} role="log" aria-label="Conversation">
        {lines.map(({ from, text: said, rich, url, buttons }, at) => (
          <div key={at} class={`chat-line ${from}`}>
            <span class="hidden">{from === 'bot' ? 'Bot: ' : from === 'visitor' ? 'You: ' : 'Note: '}</span>
            <TextView text={said} rich={rich} />
            {url !== undefined && <p class="chat-url">{url}</p>}
            {buttons !== undefined && (
              <div class="chat-buttons">
                {buttons.map((button) => (
                  <Button
                    key={button.payload}
                    isSmall
                    isDisabled={!isWaiting || at !== last}
                    onClick={() => onPress(button)}
                  >
                    {button.label}
                  </Button>
                ))}
              </div>
            )}
          </div>
        ))}
      </div>
      {children}
      <form
        class="chat-write"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() === '' || !isOpen) return;
          onText(text);
          setText('');
        }}
      >
        <input
          dir="auto"
          type="text"
          aria-label="Your message to the bot"
          placeholder={isOpen ? 'Write to the bot' : why}
          disabled={!isOpen}
          value={text}
          autoComplete="off"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <IconButton
          icon="send"
          label="Send"
          isDisabled={!isOpen || text.trim() === ''}
          onClick={(event) => (event.currentTarget as HTMLButtonElement).form?.requestSubmit()}
        />
      </form>
    </>
  );
}
