import { mediaTypes, type VisitorInput } from '@botwright/core/conversation';

/** A file or a place that a visitor sends: the address of the file under its type. */
export type SentMessage =
  | { readonly image: string; readonly caption?: string }
  | { readonly video: string; readonly caption?: string }
  | { readonly audio: string; readonly caption?: string }
  | { readonly document: string; readonly caption?: string }
  | { readonly location: { readonly latitude: number; readonly longitude: number } };

/** @throws {TypeError} For any other message. @spec TE4 */
export function visitorInputOfSent(sent: SentMessage): VisitorInput {
  if ('location' in sent) return { type: 'location', ...sent.location };
  const members: { readonly [name: string]: string | undefined } = sent;
  const type = mediaTypes.find((each) => typeof members[each] === 'string');
  if (type === undefined) {
    throw new TypeError('A visitor sends one of { image }, { video }, { audio }, { document } and { location }.');
  }
  return { type, url: members[type] as string, ...(sent.caption !== undefined && { caption: sent.caption }) };
}
