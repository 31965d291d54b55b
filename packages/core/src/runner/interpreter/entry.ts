import type { HeardWord } from '../../domain/blocks/block-definition.ts';

/** A block to which conversations come by words, with the words ready for comparison. */
export interface Entry {
  readonly node: string;
  readonly isIdle: boolean;
  readonly comesBack: boolean;
  readonly words: readonly ReadyWord[];
}

/** A word, and how it is compared. */
export interface ReadyWord extends Pick<HeardWord, 'text' | 'match' | 'output' | 'isShown'> {
  readonly folded: string;
}
