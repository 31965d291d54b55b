import { useCasePermissions } from '@botwright/core/front';
import { describedBySpec, inputObject, publicationPolicyEntries } from '@botwright/core/inputs';
import * as v from 'valibot';
import { jsonResponse, noContent } from '../../response/response.ts';
import { type BotsOperation, defineBotsOperation } from '../bots-operation.ts';
import { labelBody, publishBody } from '../inputs.ts';
import { encodePage, listOf, oneOf, pageQuery } from '../wire/page.ts';
import {
  encodePublication,
  encodePublicationPreview,
  encodeVersion,
  encodeVersionSummary,
  publicationPreviewSchema,
  publicationSchema,
  versionSchema,
  versionSummarySchema,
} from '../wire/version.ts';

/** The publications of a bot. */
export const versionOperations: readonly BotsOperation[] = [
  /** @spec AP29 */
  defineBotsOperation({
    id: 'listVersions',
    method: 'GET',
    path: '/bots/{bot_id}/versions',
    tag: 'Versions',
    summary: 'List publications, newest first',
    permission: useCasePermissions.versions.list,
    query: pageQuery,
    success: {
      status: 200,
      description: 'One page of versions, without diagrams; empty for a bot that was never published.',
      schema: listOf(versionSummarySchema),
    },
    errors: [],
    work: (engine, { params, query }) => engine.versions.list(params.bot_id, query),
    encode: (page) => jsonResponse(200, encodePage(page, encodeVersionSummary)),
  }),

  /** @spec AP30, AP31, AP32, AP52 */
  defineBotsOperation({
    id: 'publish',
    method: 'POST',
    path: '/bots/{bot_id}/versions',
    tag: 'Versions',
    summary: 'Publish the draft, or restore a version and publish it',
    description: 'With a source, the diagram of that version is copied into the draft and published from there.',
    permission: useCasePermissions.versions.publish,
    body: publishBody,
    isConditional: true,
    canBeRepeated: true,
    success: { status: 201, description: 'The publication.', schema: oneOf(publicationSchema) },
    errors: [
      'version_not_found',
      'draft_has_violations',
      'restored_draft_has_violations',
      'version_of_an_unsupported_builder',
      'unsupported_builder',
      'channel_family_unreadable',
      'dependency_failed',
    ],
    work: (engine, { params, body: { source, ...policy }, condition }) =>
      source === undefined
        ? engine.versions.publish(params.bot_id, { ...condition, ...policy })
        : engine.versions.restore(params.bot_id, source, { ...condition, ...policy }),
    encode: (publication) => jsonResponse(201, encodePublication(publication)),
  }),

  /** @spec AP33 */
  defineBotsOperation({
    id: 'getLatestVersion',
    method: 'GET',
    path: '/bots/{bot_id}/versions/latest',
    tag: 'Versions',
    summary: 'Read the last publication',
    permission: useCasePermissions.versions.latest,
    success: { status: 200, description: 'The version with its diagram.', schema: oneOf(versionSchema) },
    errors: ['version_not_found'],
    work: (engine, { params }) => engine.versions.latest(params.bot_id),
    encode: (version) => jsonResponse(200, encodeVersion(version)),
  }),

  /** @spec AP51 */
  defineBotsOperation({
    id: 'previewPublication',
    method: 'GET',
    path: '/bots/{bot_id}/versions/preview',
    tag: 'Versions',
    summary: 'Count the conversations that a publication would begin again',
    isDecidedHere: true,
    description: 'They wait at blocks of the live version which the new one lacks, or has with another type.',
    permission: useCasePermissions.versions.preview,
    query: inputObject({
      source: v.optional(describedBySpec(v.string(), 'The version to restore; default: the draft.')),
      policy: publicationPolicyEntries.policy,
    }),
    success: { status: 200, description: 'The count.', schema: oneOf(publicationPreviewSchema) },
    errors: ['version_not_found'],
    work: (engine, { params, query: { source, ...policy } }) => engine.versions.preview(params.bot_id, source, policy),
    encode: (preview) => jsonResponse(200, JSON.stringify({ data: encodePublicationPreview(preview) })),
  }),

  /** @spec AP34 */
  defineBotsOperation({
    id: 'getVersion',
    method: 'GET',
    path: '/bots/{bot_id}/versions/{version_id}',
    tag: 'Versions',
    summary: 'Read a version with its diagram as it went out',
    permission: useCasePermissions.versions.get,
    success: { status: 200, description: 'The version with its diagram.', schema: oneOf(versionSchema) },
    errors: ['version_not_found'],
    work: (engine, { params }) => engine.versions.get(params.bot_id, params.version_id),
    encode: (version) => jsonResponse(200, encodeVersion(version)),
  }),

  /** @spec AP35 */
  defineBotsOperation({
    id: 'labelVersion',
    method: 'PATCH',
    path: '/bots/{bot_id}/versions/{version_id}',
    tag: 'Versions',
    summary: 'Write or remove the label of a version',
    permission: useCasePermissions.versions.label,
    body: labelBody,
    success: { status: 200, description: 'The version without its diagram.', schema: oneOf(versionSummarySchema) },
    errors: ['version_not_found', 'version_name_not_accepted', 'unsupported_builder'],
    work: (engine, { params, body }) => engine.versions.label(params.bot_id, params.version_id, body.name ?? undefined),
    encode: (version) => jsonResponse(200, JSON.stringify({ data: encodeVersionSummary(version) })),
  }),

  /** @spec AP36 */
  defineBotsOperation({
    id: 'deleteVersion',
    method: 'DELETE',
    path: '/bots/{bot_id}/versions/{version_id}',
    tag: 'Versions',
    summary: 'Delete a version',
    description: 'Does not change the live version.',
    permission: useCasePermissions.versions.delete,
    success: { status: 204, description: 'Done.' },
    errors: ['version_not_found', 'version_is_the_most_recent_publication', 'unsupported_builder'],
    work: (engine, { params }) => engine.versions.delete(params.bot_id, params.version_id),
    encode: () => noContent,
  }),
];
