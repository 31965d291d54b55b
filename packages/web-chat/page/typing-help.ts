import type { ExpectedInput } from './wire.ts';

/** Attributes of a text field: the keyboard of a phone, stored values of the browser, and its corrections. */
interface TypingHelp {
  readonly inputMode: 'text' | 'email' | 'tel' | 'url' | 'decimal';
  readonly autoComplete?: string;
  readonly autoCapitalize?: 'none' | 'words';
  readonly spellcheck?: false;
}

const anyText: TypingHelp = { inputMode: 'text' };
/** Corrections make other answers of these. */
const asTyped = { autoCapitalize: 'none', spellcheck: false } as const;

const helpByKind: Readonly<Record<string, TypingHelp>> = {
  name: { inputMode: 'text', autoComplete: 'name', autoCapitalize: 'words', spellcheck: false },
  email: { inputMode: 'email', autoComplete: 'email', ...asTyped },
  phone: { inputMode: 'tel', autoComplete: 'tel', ...asTyped },
  url: { inputMode: 'url', autoComplete: 'url', ...asTyped },
  file: { inputMode: 'url', ...asTyped },
};

/** @spec QN18 */
export function typingHelp(expects: ExpectedInput | undefined): TypingHelp {
  if (expects === undefined) return anyText;
  const { kind, min } = expects;
  // The keypads of some phones have no minus.
  if (kind === 'number') return { inputMode: min !== undefined && min >= 0 ? 'decimal' : 'text', ...asTyped };
  return Object.hasOwn(helpByKind, kind) ? (helpByKind[kind] ?? anyText) : anyText;
}
