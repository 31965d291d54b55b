import { EngineError } from '@botwright/core';
import type { ChannelFamily } from '@botwright/core/diagram';
import { inputObject } from '@botwright/core/inputs';
import * as v from 'valibot';
import { requiredBody } from '../../pipeline/body-shape.ts';
import { noContent } from '../../response/response.ts';
import { type ConsoleOperation, defineConsoleOperation } from '../console-operation.ts';
import { dataResponse } from '../wire/data.ts';

function greetingSlotsOf(families: readonly ChannelFamily[]): { readonly greeting_slots?: object } {
  const named = families.flatMap(({ name, greetingSlot }) =>
    greetingSlot === undefined ? [] : [[name, greetingSlot]],
  );
  return named.length === 0 ? {} : { greeting_slots: Object.fromEntries(named) };
}

/** The session, and the features of the server. */
export const sessionOperations: readonly ConsoleOperation[] = [
  /** @spec CO5, LM33, EM22 */
  defineConsoleOperation({
    id: 'getConsoleSession',
    method: 'GET',
    path: '/session',
    tag: 'Session',
    summary: 'Read who is signed in',
    success: { status: 200, description: 'The caller, and what the server offers.' },
    errors: [],
    work: async ({ principal }, { context }) => ({ principal, context }),
    encode: ({
      principal: { brand, person, workspaces, permissions },
      context: { families, connects, accountKinds, models, chatUrl, unsentMails },
    }) =>
      dataResponse(200, {
        brand,
        person,
        workspaces,
        permissions,
        families: families.map(({ name }) => name),
        connects,
        ...greetingSlotsOf(families),
        ...(accountKinds.length > 0 && { account_kinds: accountKinds.map(({ kind, title }) => ({ kind, title })) }),
        ...(models.length > 0 && { models }),
        ...(chatUrl !== undefined && { chat_url: chatUrl }),
        ...(unsentMails !== undefined && { stores_mails: true }),
      }),
  }),

  /**
   * Begins a session with a code that the host gave out. Reading the page does not use the code up, because link checkers
   * read pages.
   *
   * @spec CO10
   */
  defineConsoleOperation({
    id: 'beginConsoleSession',
    method: 'POST',
    path: '/session',
    tag: 'Session',
    summary: 'Sign in with a code',
    isOpen: true,
    body: requiredBody(inputObject({ code: v.string() })),
    success: { status: 204, description: 'Signed in.' },
    errors: ['not_authenticated'],
    async work(_engine, { body, context }) {
      const headers = await context.enter?.(body.code);
      if (headers === undefined) {
        throw new EngineError('not_authenticated', { message: 'The link was used already, or is too old.' });
      }
      return headers;
    },
    encode: (headers) => ({ ...noContent, headers }),
  }),

  /** @spec CO5, CO61 */
  defineConsoleOperation({
    id: 'endConsoleSession',
    method: 'DELETE',
    path: '/session',
    tag: 'Session',
    summary: 'Sign out',
    success: { status: 204, description: 'Signed out.' },
    errors: [],
    work: (_engine, { context, request }) => context.signOut(request),
    encode: (headers) => ({ ...noContent, headers }),
  }),

  /** @spec CO9 */
  defineConsoleOperation({
    id: 'listExampleBots',
    method: 'GET',
    path: '/examples',
    tag: 'Bots',
    summary: 'List bots to begin with',
    success: { status: 200, description: 'The examples.' },
    errors: [],
    work: async (_engine, { context }) => context.examples,
    encode: (examples) =>
      dataResponse(
        200,
        examples.map(({ name, title, description, channelFamily, diagram }) => ({
          name,
          title,
          description,
          channel_family: channelFamily,
          diagram,
        })),
      ),
  }),

  /** @spec CO60 */
  defineConsoleOperation({
    id: 'listBlockReferences',
    method: 'GET',
    path: '/block-references',
    tag: 'Bots',
    summary: 'List the params of blocks that name something else',
    success: { status: 200, description: 'The references of each block that has some.' },
    errors: [],
    work: (engine) => engine.catalog.list(),
    encode: (blocks) =>
      dataResponse(
        200,
        blocks.flatMap(({ name, references = [] }) => (references.length === 0 ? [] : [{ block: name, references }])),
      ),
  }),
];
