import { defineConsoleOperation } from '../console-operation.ts';
import { dataResponse } from '../wire/data.ts';

/** @spec CO60 */
export const listBlockReferences = defineConsoleOperation({
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
});
