import { OfferedChoices, offersMore, skipPayload } from './offered-choices.tsx';
import { PageButton } from './offered-page.tsx';
import { offeredPage } from './offered-pages.ts';
import { Link, TextView } from './text-view.tsx';
import type { ExpectedInput, Message, MessageData } from './wire.ts';

interface MessageViewProps {
  readonly message: Message;
  /** Present while the buttons of the message can be pressed. */
  onPress?(label: string, payload: string | undefined): void;
  /** How the bot expects the answer. */
  readonly expects?: ExpectedInput | undefined;
}

export function MessageView({ message, onPress, expects }: MessageViewProps) {
  const { type, data, sender, timestamp } = message;
  if (type === 'event') return <EventView action={data.action} name={sender.name} />;
  const { buttons = [], payloads = [] } = data;
  const who = sender.type === 'customer' ? 'You' : sender.name;
  const canPress = buttons.length > 0 && onPress !== undefined;
  const offered = expects !== undefined && offersMore(expects) ? expects : undefined;
  const pressable = buttons.map((label, index) => ({ label, payload: payloads[index] }));
  const plain = offered === undefined ? pressable : pressable.filter(({ payload }) => payload === skipPayload);
  const time = new Date(timestamp * 1_000);
  const page = offeredPage(message);
  return (
    <div class={`message ${sender.type}`}>
      <div class={type === 'dialog' && data.body === '' ? 'hidden' : 'bubble'}>
        {sender.type === 'agent' ? (
          <b class="agent-name" dir="auto">
            {who}
          </b>
        ) : (
          <span class="hidden" dir="auto">
            {who}:{' '}
          </span>
        )}
        {page === undefined ? <Content type={data.media_type ?? type} data={data} /> : <PageButton page={page} />}
        <time class="hidden" dateTime={time.toISOString()}>
          {time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })}
        </time>
      </div>
      {canPress && offered !== undefined && (
        <OfferedChoices question={data.body ?? ''} expects={offered} onPress={onPress} />
      )}
      {canPress && plain.length > 0 && (
        <div class="buttons">
          {plain.map(({ label, payload }, index) => (
            // Two buttons may have the same label; their order never changes.
            <button
              key={index}
              type="button"
              dir="auto"
              // The second click of a double click may hit the buttons of the next question.
              onClick={({ detail }) => {
                if (detail < 2) onPress(label, payload);
              }}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Content({ type, data }: { readonly type: string; readonly data: MessageData }) {
  const { url = '', caption = '', body = '', rich, latitude, longitude } = data;
  switch (type) {
    case 'image':
      return (
        <>
          <Link url={url}>
            <img src={url} alt={caption === '' ? 'Picture' : caption} loading="lazy" />
          </Link>
          <TextView text={caption} rich={rich} />
        </>
      );
    case 'video':
    case 'audio': {
      const Player = type;
      return (
        <>
          <Player src={url} controls preload="metadata" />
          <TextView text={caption} rich={rich} />
        </>
      );
    }
    case 'document':
      return (
        <>
          <Link url={url}>{caption === '' || rich !== undefined ? fileName(url) : caption}</Link>
          {rich !== undefined && <TextView text={caption} rich={rich} />}
        </>
      );
    case 'location':
      return (
        <Link url={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`}>
          {`Location: ${latitude}, ${longitude}`}
        </Link>
      );
    default:
      return <TextView text={body} rich={rich} />;
  }
}

function EventView({ action, name }: { readonly action: string | undefined; readonly name: string }) {
  const text = action === undefined ? undefined : eventTexts[action];
  return text === undefined ? null : (
    <p class="event" dir="auto">
      {text.replace('{name}', name)}
    </p>
  );
}

const eventTexts: Readonly<Record<string, string>> = {
  assign: 'A person answers from here on.',
  unassign: 'The person has left.',
  close: 'The conversation has ended.',
  error: 'Something went wrong. Write again to begin anew.',
};

function fileName(url: string): string {
  try {
    return decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '') || url;
  } catch {
    return url;
  }
}
