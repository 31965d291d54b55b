import type { JsonValue } from '@botwright/core/diagram';
import type { Chain } from '../drafting/draft.ts';
import type { Expected } from '../drafting/scenario-file.ts';
import { listOf, member, memberAt, textOf } from '../json.ts';
import { withoutAbsent } from '../plain-texts.ts';
import type { SourceAt } from '../source-order.ts';
import { computeParts, readText, type Work } from './work.ts';

/** The labels of chips in a payload of Dialogflow Messenger, and of similar payloads. */
export function chipsIn(payload: JsonValue | undefined): readonly string[] {
  return elementsOf(payload).flatMap((element) =>
    member(element, 'type') === 'chips'
      ? listOf(member(element, 'options')).flatMap((option) => {
          const text = textOf(member(option, 'text')).trim();
          return text === '' ? [] : [text];
        })
      : [],
  );
}

function elementsOf(payload: JsonValue | undefined): readonly JsonValue[] {
  return listOf(member(payload, 'richContent')).flatMap((row) => (Array.isArray(row) ? listOf(row) : [row]));
}

/** Whether an address is one of the web, or begins with a Field. */
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) || url.startsWith('@{');

/**
 * Shows the elements of a payload that are no chips.
 *
 * @returns Texts and files without Fields.
 * @spec IC4
 */
export function showPayload(
  work: Work,
  chain: Chain,
  payload: JsonValue | undefined,
  at: SourceAt,
): readonly Expected[] {
  const { draft } = work;
  const shown: Expected[] = [];
  const elements = elementsOf(payload);
  const fill = (value: JsonValue | undefined): string => {
    const { text, formulas } = readText(work, textOf(value), at);
    computeParts(chain, draft, formulas);
    return text;
  };
  const say = (lines: readonly string[]): string | undefined => {
    const text = lines.filter((line) => line.trim() !== '').join('\n');
    if (text === '') return undefined;
    shown.push(text);
    return chain.add('send_text', { text });
  };
  const send = (url: string, kind: 'image' | 'video'): void => {
    if (!isWebAddress(url)) return;
    shown.push(kind === 'image' ? { image: url } : { video: url });
    chain.add('send_media', { url, media_type: kind });
  };
  const open = (url: string, label: string): void => {
    if (isWebAddress(url)) chain.add('open_url', withoutAbsent({ url, text: label === '' ? undefined : label }));
    else say([label, url]);
  };
  let isShown = false;
  for (const element of elements) {
    const type = textOf(member(element, 'type'));
    const title = fill(member(element, 'title'));
    switch (type) {
      case 'chips':
      case 'divider':
        isShown = true;
        continue;
      case 'info':
      case 'accordion':
      case 'list': {
        const key = say([title, fill(member(element, 'subtitle')), fill(member(element, 'text'))]);
        const image = fill(memberAt(element, 'image', 'src', 'rawUrl') ?? memberAt(element, 'image', 'rawUrl'));
        send(image, 'image');
        const link = fill(member(element, 'actionLink'));
        if (link !== '') open(link, title);
        if (key !== undefined) {
          draft.report(at, ['changed', 'media-kind', `The card “${type}” is a text, and its address a button.`], key);
        }
        break;
      }
      case 'description':
        say([title, ...listOf(member(element, 'text')).map(fill)]);
        break;
      case 'image': {
        send(fill(member(element, 'rawUrl') ?? member(element, 'url')), 'image');
        break;
      }
      case 'video': {
        send(fill(memberAt(element, 'source', 'src') ?? member(element, 'rawUrl')), 'video');
        break;
      }
      case 'button': {
        const link = fill(member(element, 'link'));
        if (link !== '') open(link, fill(member(element, 'text')));
        else draft.report(at, ['lost', 'media-kind', 'The button that raises an event is not shown.']);
        break;
      }
      default:
        draft.report(at, ['lost', 'media-kind', `The element “${type}” is not shown.`]);
        continue;
    }
    isShown = true;
  }
  const finding = isShown
    ? (['carried', 'carried', 'The payload is shown.'] as const)
    : (['lost', 'media-kind', 'The payload, which another program reads, is not sent.'] as const);
  draft.report(at, finding);
  return shown;
}
