import type { Draft, EditedDraft } from '@botwright/core';
import { jsonReply, type Reply } from '../../exchange/reply/reply.ts';
import { encodeDraft } from '../codecs/draft-codec.ts';
import { revisionTag } from '../request/if-match.ts';

/**
 * Answers a draft, with the tag of its revision.
 *
 * @param input - Of the operation; a read never asks for the short form.
 * @spec HT42, HT45
 */
export function draftReply(draft: Draft | EditedDraft, input: { readonly isMinimal: boolean }): Reply {
  return jsonReply(200, encodeDraft(draft, { withDiagram: !input.isMinimal }), { etag: revisionTag(draft.revision) });
}

/** Refusals that every write to a draft shares. */
export const draftWriteErrors = ['unsupported_builder', 'channel_family_unreadable'] as const;

/** Headers of a draft answer, for the contract. */
export const draftHeaders = { ETag: 'The revision of the draft.' } as const;
