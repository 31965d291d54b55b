import type { JsonValue } from '@botwright/core/diagram';
import { isObject, listOf, member, textOf } from '../json.ts';
import { asMarkdown, hasMarks } from '../markdown.ts';
import { isWebAddress, textOfHtml, withoutAbsent, written } from '../plain-texts.ts';
import type { Part } from '../saying.ts';
import type { ContentElement } from './source.ts';
import type { Variables } from './variables.ts';

export interface ContentChoice {
  readonly label: string;
  readonly value: string;
}

/** An element as blocks say it. */
export interface Content {
  readonly parts: readonly Part[];
  readonly choices: readonly ContentChoice[];
  /** Addresses that only the source's server has. */
  readonly withoutAddress: readonly string[];
  readonly dropped: readonly string[];
  readonly hasHtml: boolean;
  /** The type is none of the known ones. */
  readonly isUnknown: boolean;
}

/** Reads an element of content in one language. @spec IB4 */
export function readContent(
  { type, data }: Pick<ContentElement, 'type' | 'data'>,
  language: string,
  variables: Variables,
): Content {
  const withoutAddress: string[] = [];
  const dropped: string[] = [];
  let hasHtml = false;
  const get = (name: string): JsonValue | undefined => localized(data, name, language);
  const fill = (value: JsonValue | undefined): string => {
    const filled = variables.fill(textOf(value));
    dropped.push(...filled.dropped);
    return filled.text;
  };
  const isMarkdown = get('markdown') === true;
  const text = (value: JsonValue | undefined, variations: readonly JsonValue[] = []): Part | undefined => {
    const plain = (each: JsonValue | undefined): string => {
      const filled = fill(each);
      const isHtml = /<(?:p|br|b|i|a|div|span|strong|em|ul|li)\b[^<>]*>/i.test(filled);
      hasHtml ||= isHtml;
      return isHtml ? textOfHtml(filled) : filled;
    };
    const [first, ...others] = [value, ...variations].map(plain).filter((each) => each.trim() !== '');
    if (first === undefined) return undefined;
    const all = [first, ...others.slice(0, 20)];
    const marked = isMarkdown && all.some((each) => hasMarks(each)) ? all.map(asMarkdown) : all;
    return {
      kind: 'text',
      params: withoutAbsent({
        text: marked[0],
        variations: marked.length > 1 ? marked.slice(1) : undefined,
        format: marked === all ? undefined : 'markdown',
      }),
    };
  };
  const media = (value: JsonValue | undefined, mediaType: string, caption: string): Part | undefined => {
    const url = fill(value).trim();
    if (url === '') return undefined;
    if (isWebAddress(url)) {
      return {
        kind: 'media',
        params: withoutAbsent({ url, media_type: mediaType, caption: caption === '' ? undefined : caption }),
      };
    }
    withoutAddress.push(url);
    return caption === '' ? undefined : { kind: 'text', params: { text: caption } };
  };
  const card = (of: (name: string) => JsonValue | undefined): readonly [Part[], ContentChoice[]] => {
    const caption = ['title', 'subtitle']
      .map((name) => fill(of(name)))
      .filter((each) => each.trim() !== '')
      .join('\n');
    const shown = media(of('image'), 'image', caption) ?? (caption === '' ? undefined : text(caption));
    const parts: Part[] = shown === undefined ? [] : [shown];
    const choices: ContentChoice[] = [];
    for (const action of listOf(of('actions'))) {
      const label = fill(member(action, 'title')) || '…';
      const kind = textOf(member(action, 'action'));
      const url = fill(member(action, 'url'));
      if (/url/i.test(kind) && isWebAddress(url.trim())) parts.push({ kind: 'page', url: url.trim(), label });
      else
        choices.push({
          label,
          value: written(fill(member(action, 'payload'))) ?? written(fill(member(action, 'text'))) ?? label,
        });
    }
    return [parts, choices];
  };
  const found = (...parts: readonly (Part | undefined)[]): Part[] => parts.filter((part) => part !== undefined);
  const made = (parts: readonly Part[], choices: readonly ContentChoice[] = [], isUnknown = false): Content => ({
    parts,
    choices,
    withoutAddress,
    dropped,
    hasHtml,
    isUnknown,
  });
  switch (type.replace(/^builtin_/, '')) {
    case 'text':
      return made(found(text(get('text'), listOf(get('variations')))));
    case 'single-choice':
      return made(found(text(get('text'))), optionsOf(get('choices'), 'title', fill));
    case 'dropdown':
      return made(found(text(get('message') ?? get('text'))), optionsOf(get('options'), 'label', fill));
    case 'image':
      return made(found(media(get('image'), 'image', fill(get('title')))));
    case 'video':
      return made(found(media(get('video'), 'video', fill(get('title')))));
    case 'audio':
      return made(found(media(get('audio'), 'audio', fill(get('title')))));
    case 'file':
      return made(found(media(get('file'), 'document', fill(get('title')))));
    case 'location':
      return made(
        found(
          text(
            [get('title'), get('address')]
              .map(textOf)
              .filter((each) => each !== '')
              .join('\n'),
          ),
        ),
      );
    case 'card':
      return made(...card(get));
    case 'carousel': {
      const cards = listOf(get('items')).map((item) => card((name) => member(item, name)));
      return made(
        cards.flatMap(([parts]) => parts),
        cards.flatMap(([, choices]) => choices),
      );
    }
    default:
      return made(found(text(get('text') ?? get('message') ?? get('title'))), [], true);
  }
}

/** A member of the content in a language; without one, in any. */
function localized(data: JsonValue | undefined, name: string, language: string): JsonValue | undefined {
  const own = member(data, `${name}$${language}`) ?? member(data, name);
  if (own !== undefined || !isObject(data)) return own;
  const other = Object.keys(data).find((key) => key.startsWith(`${name}$`));
  return other === undefined ? undefined : data[other];
}

function optionsOf(
  list: JsonValue | undefined,
  labelName: string,
  fill: (value: JsonValue | undefined) => string,
): readonly ContentChoice[] {
  return listOf(list).map((choice) => {
    const label = fill(member(choice, labelName) ?? member(choice, 'title') ?? member(choice, 'label'));
    return { label, value: fill(member(choice, 'value')) || label };
  });
}
