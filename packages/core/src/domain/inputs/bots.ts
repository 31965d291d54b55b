import * as v from 'valibot';
import { maxWordingLength } from '../feedback.ts';
import { pageEntries } from '../paging/page.ts';
import { utf8Length } from '../text.ts';
import { maxVersionNameLength } from '../version.ts';
import { diagramSchema } from './drafts.ts';
import { inputList, inputObject } from './input-object.ts';
import {
  anyId,
  checked,
  described,
  describedBySpec,
  describedHere,
  filledText,
  integer,
  integerFrom,
  oneOf,
  text,
} from './members.ts';

const botName = describedBySpec(v.string(), '1 to 50 characters, counted as Unicode code points after trimming.');
const channelFamily = describedBySpec(v.string(), 'Such as native, msgapp, facebook or apichat.');
const workspace = describedBySpec(integer, 'May be left out by a caller with exactly one workspace.');

/** A bot to create. @spec BO3, BO7, BO11, BO12 */
export const botCreationSchema = inputObject({
  name: botName,
  channelFamily,
  workspace: v.optional(workspace),
  /** Stored as the draft and deployed to the test channel; must break no rule. */
  diagram: v.optional(diagramSchema),
  /** Not served: `source_not_implemented`, and with a diagram `diagram_with_source`. */
  source: v.optional(v.unknown()),
});

/** The input of `bots.create`. Its faults are reported at their JSON pointers. */
export interface BotCreation extends v.InferInput<typeof botCreationSchema> {}

/** A copy of a bot. @spec BO36 */
export const botDuplicationSchema = inputObject({
  botId: anyId,
  /** Default: the name of the source, marked as a copy. */
  name: v.optional(botName),
  /** Default: the workspace of the source. */
  workspace: v.optional(workspace),
});

export interface BotDuplication extends v.InferInput<typeof botDuplicationSchema> {}

/** The changes to a bot. @spec BO22 */
export const botUpdateSchema = inputObject(
  {
    name: v.optional(botName),
    state: v.optional(describedBySpec(v.literal('active', 'Expected active.'), 'Takes the bot out of the trash.')),
  },
  { whenEmpty: 'empty_body' },
);

/** The tests of a bot. @spec MC4 */
export const scenariosSchema = inputObject({
  text: checked(text(), (given) => (utf8Length(given) > 1_048_576 ? 'Longer than 1 MiB.' : undefined)),
  ifRevision: describedHere(integerFrom(0), 'The revision that is replaced; 0: there is none.'),
});

/** The filters of a list of bots. @spec BO15, BO16, BO17, BO18, BO19 */
export const botListSchema = inputObject({
  state: v.optional(describedBySpec(oneOf(['active', 'trashed']), 'trashed lists the trash; default active.')),
  workspace: v.optional(describedBySpec(integer, 'Only bots of this workspace.')),
  search: v.optional(describedBySpec(text(), 'A part of the name, in upper or lower case.')),
  channelFamily: v.optional(describedBySpec(text(), 'Only bots of this family.')),
  order: v.optional(
    describedBySpec(oneOf(['-created_at', 'name']), 'Default: newest publication first, unpublished last.'),
  ),
  ...pageEntries,
});

export interface BotListRequest extends v.InferInput<typeof botListSchema> {}

const moment = integerFrom(0, Number.MAX_SAFE_INTEGER, 'Expected milliseconds since 1970.');

/** Versions of an older builder. @spec BO39 */
export const olderVersionsSchema = inputList(
  inputObject({ name: v.optional(v.string()), publishedAt: moment, publishedBy: integer, diagram: v.unknown() }),
);

/** A bot of an older builder. @spec BO38 */
export const olderBotSchema = inputObject({
  name: v.string(),
  channelFamily: filledText(),
  workspace: v.optional(integer),
  createdAt: moment,
  diagram: v.unknown(),
  versions: v.optional(olderVersionsSchema),
});

/** A bot of an older builder, exported by another system. */
export interface OlderBot extends v.InferInput<typeof olderBotSchema> {}

export type OlderVersion = v.InferInput<typeof olderVersionsSchema>[number];

/** The label of a version; `null` removes it. @spec VE8, VE9 */
export const versionNameSchema = describedBySpec(
  v.nullable(described(v.string(), { minLength: 1, maxLength: maxVersionNameLength })),
  'null removes the label.',
);

const wording = v.optional(
  describedHere(v.nullable(text({ max: maxWordingLength })), 'Left out or null: returns to its default.'),
);

/** The feedback questions of a bot; missing or `null` wording is the default. @spec FB3, FB4, FB6, FB7 */
export const feedbackSchema = inputObject({
  enabled: v.boolean(),
  question: wording,
  positiveLabel: wording,
  negativeLabel: wording,
  commentQuestion: wording,
  thanks: wording,
});

export interface FeedbackInput extends v.InferInput<typeof feedbackSchema> {}
