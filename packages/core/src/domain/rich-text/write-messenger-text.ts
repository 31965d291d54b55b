import { markedBy } from './marked-by.ts';
import { type RichText, type TextForm, writeRichText } from './rich-text.ts';

const signs = { b: '*', i: '_', s: '~' } as const;

/** The first sign of a word, not within an address. */
const sign = /(?<![\p{L}\p{N}/.:?=&#%@_-])[*_~`]+(?=\S)/gu;

const messenger: TextForm = {
  text: (text) => text.replace(sign, '$&\u200b'),
  code: (code) => markedBy('`', code.replaceAll('`', "'")),
  mark: (type, content) => markedBy(signs[type], content),
  link: (label, href) => (label === href ? href : `${label} (${href})`),
};

/**
 * Writes the text of a rich text for messengers such as WhatsApp: `*strong*`, `_emphasis_`, `~struck~`, `` `code` ``,
 * links as in the body. A sign that is text has a zero-width space after it.
 *
 * @param rich - The member `rich` of a message's data.
 * @spec RX16
 */
export function messengerTextOf(rich: RichText): string {
  return writeRichText(rich, messenger);
}
