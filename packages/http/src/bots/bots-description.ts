import type { ErrorCode } from '@botwright/core';
import { diagramSchema } from '@botwright/core/inputs';
import type { ApiDescription } from '../openapi/document.ts';
import { describeHeaders } from '../openapi/errors.ts';
import { schemaRef, schemaWriter } from '../openapi/schemas.ts';
import type { OperationDescription } from '../pipeline/operation.ts';
import { jsonType } from '../response/response.ts';
import { type Extensions, isSwitchedOn } from './bots-operation.ts';
import {
  accountConnectionSchema,
  accountSchema,
  columnSchema,
  eventTypeSchema,
  schedulerAccountSchema,
  sheetSchema,
  spreadsheetSchema,
  startedConnectionSchema,
} from './wire/account.ts';
import { blockSchema } from './wire/block.ts';
import { botSchema } from './wire/bot.ts';
import { draftSchema, editedDraftSchema, revisionSchema, validationSchema, writtenDraftSchema } from './wire/draft.ts';
import { detailSchema, encodeBotsError, errorSchema, violationSchema } from './wire/error.ts';
import { feedbackSchema } from './wire/feedback.ts';
import { journaledConversationSchema } from './wire/journal.ts';
import { pageMeta } from './wire/page.ts';
import { scenariosSchema } from './wire/scenarios.ts';
import { publicationPreviewSchema, publicationSchema, versionSchema, versionSummarySchema } from './wire/version.ts';

/** The schemas that the document defines once and refers to by name. */
const schemas = schemaWriter({
  Account: accountSchema,
  AccountConnection: accountConnectionSchema,
  Block: blockSchema,
  Bot: botSchema,
  Detail: detailSchema,
  Diagram: diagramSchema,
  Draft: draftSchema,
  DraftRevision: revisionSchema,
  EditedDraft: editedDraftSchema,
  Error: errorSchema,
  EventType: eventTypeSchema,
  Feedback: feedbackSchema,
  JournaledConversation: journaledConversationSchema,
  Scenarios: scenariosSchema,
  PageMeta: pageMeta,
  Publication: publicationSchema,
  PublicationPreview: publicationPreviewSchema,
  SchedulerAccount: schedulerAccountSchema,
  Sheet: sheetSchema,
  SheetColumn: columnSchema,
  Spreadsheet: spreadsheetSchema,
  StartedConnection: startedConnectionSchema,
  Validation: validationSchema,
  Version: versionSchema,
  VersionSummary: versionSummarySchema,
  Violation: violationSchema,
  WrittenDraft: writtenDraftSchema,
});

/** Codes that the specification shows. */
const shownCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'bot_name_not_accepted',
  'bot_not_found',
  'draft_has_violations',
  'linked_bot_not_found',
  'restored_draft_has_violations',
  'version_is_the_most_recent_publication',
  'version_not_found',
  'version_of_an_unsupported_builder',
]);

const headerParameters = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'Entity tags of the draft, or *: writes only if the draft is still at one of them.',
    schema: { type: 'string' },
    'x-decided-here': true,
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description: '`return=minimal` leaves the diagram out of the answer.',
    schema: { type: 'string' },
    'x-decided-here': true,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key within 24 hours answers the same again, without a second effect.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    'x-decided-here': true,
  },
} as const;

/** The Bots API, as its OpenAPI document describes it. @spec OA4, OA5, OA6 */
export function botsDescription(extensions: Extensions, cookieName: string): ApiDescription {
  return {
    title: 'Bots API',
    version: '0.1.0-alpha',
    description: 'Create a bot, edit its draft, test it, publish it.',
    tags: [
      { name: 'Bots', description: 'Bots and their settings.' },
      { name: 'Drafts', description: 'The diagram that is being edited.' },
      { name: 'Versions', description: 'Publications: what visitors talk to.' },
      { name: 'Catalog', description: 'The kinds of blocks, and this contract.' },
      { name: 'Connected accounts', description: 'Accounts that spreadsheet and scheduling blocks use.' },
    ],
    securitySchemes: securitySchemes(cookieName),
    schemas,
    pathSchemaOf: (name) => ({
      type: 'string',
      ...((name === 'bot_id' || name === 'version_id') && { format: 'uuid' }),
    }),
    headerParameters,
    headerParametersOf: ({ isConditional, canBeMinimal, canBeRepeated }) =>
      [
        isConditional ? ['IfMatch'] : [],
        canBeMinimal ? ['Prefer'] : [],
        canBeRepeated ? ['IdempotencyKey'] : [],
      ].flat(),
    membersOf: ({ needs, permission = 'anyone' }) => ({
      'x-implemented': isSwitchedOn({ needs }, extensions),
      ...(permission !== 'anyone' && { 'x-permission': permission }),
    }),
    notServedResponse: (operation) => (isSwitchedOn(operation, extensions) ? undefined : describeNotServed(operation)),
    codesOf: errorCodesOf,
    encodeError: encodeBotsError,
    isShown: (code) => shownCodes.has(code),
  };
}

/** The codes of all errors that an operation can respond with. @spec OA5 */
function errorCodesOf(operation: OperationDescription): readonly ErrorCode[] {
  const { body, isConditional, canBeRepeated, path, errors } = operation;
  const codes: readonly ErrorCode[] = [
    'invalid_parameters',
    ...(body === undefined ? [] : bodyCodes),
    ...(body?.isRequired ? (['empty_body'] as const) : []),
    'not_authenticated',
    'permission_denied',
    ...(path.includes('{bot_id}') ? (['bot_not_found'] as const) : []),
    ...(isConditional ? (['draft_changed'] as const) : []),
    ...(canBeRepeated ? (['idempotency_key_in_use', 'idempotency_key_reused'] as const) : []),
    ...errors,
    'too_many_requests',
    'internal_error',
    'dependency_failed',
  ];
  return [...new Set(codes)];
}

const bodyCodes = [
  'malformed_json',
  'field_not_described',
  'request_too_large',
  'unsupported_media_type',
  'whole_number_too_large',
] as const;

/** The response while the operation is disabled. */
function describeNotServed({ method }: OperationDescription): object {
  if (method === 'GET') {
    const content = { 'text/html': { schema: { type: 'string' } } };
    return { 404: { description: 'Not built: a page, with credentials or without.', content } };
  }
  return {
    405: {
      description: 'Not built.',
      headers: describeHeaders({ Allow: 'The methods that the path takes.' }),
      content: { [jsonType]: { schema: { $ref: schemaRef('Detail') } } },
    },
  };
}

function securitySchemes(cookieName: string): Readonly<Record<string, object>> {
  return {
    agentToken: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: '`Authorization: Token <agent_token>`. Treat the token as a password.',
    },
    bearerToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'Verified by the application that hosts the service.',
      'x-decided-here': true,
    },
    sessionCookie: {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName,
      description:
        'Taken at the same-origin address only. A request that changes something needs an `Origin` that the host allows, and a body its `Content-Type`.',
      'x-decided-here': true,
    },
  };
}
