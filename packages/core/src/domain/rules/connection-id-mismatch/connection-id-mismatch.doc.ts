import { amend, connectionOf, type RuleDoc, sketch } from '../rule-doc.ts';

export const connectionIdMismatchDoc: RuleDoc = {
  code: 'connection_id_mismatch',
  group: 'Entries, ids and paths',
  title: 'The id of a connection does not say its ends',
  specs: ['RU25'],
  fix: 'names it after its ends, unless another connection has that name',
  what: 'The key and the `id` of a connection are `<sourcePath>.<type>--<targetPath>`. Here one of them is something else.',
  why: 'Edits, differences and editors name a connection by the id that its ends make. One with another id is not found by it, and says something else than it does.',
  mend: 'Name key and id after the ends. Ends that were changed by hand are the usual cause.',
  wrong: amend(
    sketch({ bye: ['chat', { text: 'Bye @{name}!' }], help: ['human', { text: 'One moment, @{name}.' }] }, [
      'welcome.$success--bye',
    ]),
    [[['connections', 'welcome.$success--bye', 'targetPath'], 'help'], [['nodes', 'bye']]],
  ),
  at: '/connections/welcome.$success--bye/id',
  right: [
    [['connections', 'welcome.$success--bye']],
    [['connections', 'welcome.$success--help'], connectionOf('welcome.$success--help')],
  ],
};
