import type { JsonObject, MediaType } from '@botwright/core/conversation';
import type { TransportDelivery } from '@botwright/core/ports';

/** Limits of the Bot API. Lengths are in UTF-16 units. The README has the table of the changes beyond them. */
export const limits = { text: 4_096, caption: 1_024, buttons: 100, label: 64, payloadBytes: 63 } as const;

/** A request of the Bot API, without the chat. */
export interface BotRequest {
  readonly method: string;
  readonly params: JsonObject;
  /** In place of the request when Telegram cannot use it. */
  readonly otherwise?: readonly BotRequest[];
}

type OutgoingMessage = TransportDelivery['message'];

/** The requests that show a message, in order. @spec TG1, TG2, TG3, TG4, TG14, TP16 */
export function requestsOf({ type, data }: Pick<OutgoingMessage, 'type' | 'data'>): readonly BotRequest[] {
  const content = { type, data } as Pick<OutgoingMessage, 'type' | 'data'> & OutgoingMessage;
  switch (content.type) {
    case 'text':
      return texts(content.data.body);
    case 'dialog': {
      const { keyboard, others } = keyboardOf(content.data);
      return texts(withList(content.data.body, others), keyboard);
    }
    case 'media_dialog': {
      const { url, media_type } = content.data;
      const { keyboard, others } = keyboardOf(content.data);
      const list = withList('', others);
      return [...media(media_type, url, '', keyboard), ...(list === '' ? [] : texts(list))];
    }
    case 'location': {
      const { latitude, longitude } = content.data;
      return [{ method: 'sendLocation', params: { latitude, longitude } }];
    }
    default:
      return media(content.type, content.data.url, content.data.caption);
  }
}

/** An empty text cannot be sent. */
const nothing = '…';

function texts(body: string, keyboard: JsonObject = {}): readonly BotRequest[] {
  const parts = split(body.trim() === '' ? nothing : body);
  return parts.map((text, index) => ({
    method: 'sendMessage',
    params: { text, ...(index === parts.length - 1 && keyboard) },
  }));
}

const mediaMethods: Readonly<Record<MediaType, readonly [method: string, param: string]>> = {
  image: ['sendPhoto', 'photo'],
  video: ['sendVideo', 'video'],
  audio: ['sendAudio', 'audio'],
  document: ['sendDocument', 'document'],
};

function media(type: MediaType, url: string, caption: string, keyboard: JsonObject = {}): readonly BotRequest[] {
  const [method, param] = mediaMethods[type];
  const fits = caption.length <= limits.caption;
  const params = { [param]: url, ...(fits && caption !== '' && { caption }), ...keyboard };
  const link = fits && caption !== '' ? `${caption}\n${url}` : url;
  return [{ method, params, otherwise: texts(link, keyboard) }, ...(fits ? [] : texts(caption))];
}

interface Buttons {
  readonly buttons: readonly string[];
  readonly payloads: readonly string[];
}

/** Begins the data of a button with its payload. */
const payloadMark = 'p';
/** Begins the data of a button whose press sends its label. */
const labelMark = 't';

/** @returns The keyboard, and the labels that it cannot have: bots take a label as text, too. */
function keyboardOf({ buttons, payloads }: Buttons): {
  readonly keyboard: JsonObject;
  readonly others: readonly string[];
} {
  const rows: JsonObject[][] = [];
  const others: string[] = [];
  for (const [index, label] of buttons.entries()) {
    const payload = payloads[index] ?? '';
    const hasPayload = payload !== '' && new TextEncoder().encode(payload).length <= limits.payloadBytes;
    const isLong = label.length > limits.label;
    if (rows.length === limits.buttons || (isLong && !hasPayload)) others.push(label);
    else {
      const text = isLong ? `${cut(label, limits.label - 1)}…` : label;
      const data = hasPayload ? payloadMark + payload : `${labelMark}${index}`;
      rows.push([{ text: text.trim() === '' ? nothing : text, callback_data: data }]);
    }
  }
  return { keyboard: rows.length === 0 ? {} : { reply_markup: { inline_keyboard: rows } }, others };
}

/**
 * The words and the payload of a pressed button.
 *
 * @param label - From the keyboard of the message; absent when Telegram no longer has it.
 * @returns `undefined` when neither is known.
 * @spec TG4, TG7
 */
export function pressOf(
  data: string,
  label: string | undefined,
): { readonly message: string; readonly payload?: string } | undefined {
  if (data.startsWith(payloadMark)) {
    const payload = data.slice(payloadMark.length);
    return { message: label ?? payload, payload };
  }
  return data.startsWith(labelMark) && label !== undefined ? { message: label } : undefined;
}

function withList(body: string, labels: readonly string[]): string {
  return [body, ...labels.map((label) => `• ${label}`)].filter((line) => line !== '').join('\n');
}

/** Cuts a text at lines or words, if it can. @spec TG2 */
function split(body: string): readonly string[] {
  const parts: string[] = [];
  let rest = body;
  while (rest.length > limits.text) {
    const most = cut(rest, limits.text);
    const at = Math.max(most.lastIndexOf('\n'), most.lastIndexOf(' '));
    const part = at > limits.text / 2 ? most.slice(0, at) : most;
    parts.push(part);
    rest = rest.slice(part.length).trimStart();
  }
  return rest === '' ? parts : [...parts, rest];
}

/** The beginning of a text, without half a character at its end. */
function cut(text: string, length: number): string {
  const end = text.codePointAt(length - 1) ?? 0;
  return text.slice(0, end > 0xffff ? length - 1 : length);
}
