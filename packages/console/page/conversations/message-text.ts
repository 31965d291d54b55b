import type { Message } from '@botwright/client';
import type { RichText } from '@botwright/core/conversation';

/** The shown parts of a message: a text, buttons below it, an address. */
export interface ShownMessage {
  readonly text: string;
  /** The same with markup. */
  readonly rich?: RichText;
  readonly buttons: readonly string[];
  readonly link?: { readonly href: string; readonly label: string };
}

const events: Readonly<Record<string, string>> = {
  assign: 'Assigned to an agent',
  unassign: 'Taken from the agent or bot',
  archive: 'Archived',
  unarchive: 'Taken out of the archive',
  close: 'The conversation was closed',
};

/** Describes a message of any type. Shows a type of the host by its name. @spec CO38 */
export function showMessage({ type, data }: Pick<Message, 'type' | 'data'>): ShownMessage {
  const text = (name: string) => (typeof data[name] === 'string' ? (data[name] as string) : '');
  const list = (name: string) => (Array.isArray(data[name]) ? (data[name] as readonly unknown[]).map(String) : []);
  const rich = richOf(data);
  switch (type) {
    case 'text':
      return { text: text('body'), ...rich, buttons: [] };
    case 'dialog':
      return { text: text('body'), ...rich, buttons: list('buttons') };
    case 'media_dialog':
      return { text: '', buttons: list('buttons'), ...linkTo(text('url'), text('media_type')) };
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
      return { text: text('caption'), ...rich, buttons: [], ...linkTo(text('url'), type) };
    case 'location':
      return { text: `Location: ${data['latitude']}, ${data['longitude']}`, buttons: [] };
    case 'event':
      return { text: eventText(data), buttons: [] };
    default:
      return { text: `${type}: ${JSON.stringify(data)}`, buttons: [] };
  }
}

/** The markup of a message, as the server parsed it. @spec RX18 */
export function richOf({ rich }: Message['data']): { readonly rich?: RichText } {
  return Array.isArray(rich) ? { rich: rich as RichText } : {};
}

/** Files are not shown: the page loads nothing from another host. */
function linkTo(url: string, kind: string): Pick<ShownMessage, 'link'> {
  const { protocol } = URL.parse(url) ?? {};
  return protocol === 'https:' || protocol === 'http:'
    ? { link: { href: url, label: `Open the ${kind || 'file'}` } }
    : {};
}

function eventText(data: Message['data']): string {
  const { action, agent_id, code, block_id } = data;
  if (action === 'error') {
    const at = typeof block_id === 'string' ? ` at block ${block_id}` : '';
    return `The bot stopped${at}: ${String(code)}`;
  }
  if (action === 'assign' && agent_id !== undefined) return `Assigned to agent ${String(agent_id)}`;
  return events[String(action)] ?? String(action);
}
