import { spliceText, type TextSplice } from '../../domain/edits/splices.ts';
import { utf8Length } from '../../domain/text.ts';

/**
 * A stored document: its text, or the splices of an earlier one, which are applied when the text is read. The states of
 * a large document so have one text until somebody reads them.
 */
export interface DocumentText {
  readonly text: string;
  /** In UTF-8. */
  readonly bytes: number;
  readonly source: TextSource;
}

export type TextSource = string | { readonly before: DocumentText; readonly splices: readonly TextSplice[] };

/** @param bytes - Default: they are counted when they are read. */
export function documentText(source: TextSource, bytes?: number): DocumentText {
  const known = { source, bytes };

  function read(): string {
    const splices: (readonly TextSplice[])[] = [];
    let from = known.source;
    while (typeof from !== 'string') {
      splices.push(from.splices);
      from = from.before.source;
    }
    known.source = spliceText(from, splices.reverse().flat());
    return known.source;
  }

  return {
    get source() {
      return known.source;
    },
    get text() {
      return typeof known.source === 'string' ? known.source : read();
    },
    get bytes() {
      known.bytes ??= utf8Length(this.text);
      return known.bytes;
    },
  };
}
