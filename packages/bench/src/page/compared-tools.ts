/** A compared tool, by the features that it has in addition to the measured one. */
export interface ComparedTool {
  readonly name: string;
  /** The benchmarks that measure it. */
  readonly benchmarks: readonly string[];
  readonly itHas: string;
  readonly weHave: string;
}

export const comparedTools: readonly ComparedTool[] = [
  {
    name: 'Node-RED',
    benchmarks: ['draft-over-http', 'server-memory'],
    itHas:
      'An editor, and thousands of nodes that others wrote. What is deployed runs at once in the same process: a part of the time of `POST /flows` is that it stops and starts nodes. One server has one set of flows.',
    weHave:
      'Many bots of many brands in one server, drafts beside published versions, a check of all rules at each write, revisions that two authors cannot overwrite unseen, a history, and edits of one block that cost what they touch.',
  },
  {
    name: 'bpmnlint',
    benchmarks: ['lint-peers'],
    itHas:
      'Rules for a standard that many tools draw, and plugins with more of them. The parser of BPMN, whose time is given apart, reads XML of any tool.',
    weHave:
      'Rules about what blocks mean (texts, Fields, formulas, channels), places as JSON pointers, and fixes for some findings.',
  },
  {
    name: 'nrlint',
    benchmarks: ['lint-peers'],
    itHas: 'ESLint for the code of function nodes, which is left out here, and rules about the drawing.',
    weHave:
      'Rules that look at the whole graph, such as what can be reached. None of the planted faults is one of its rules.',
  },
  {
    name: '@xstate/graph',
    benchmarks: ['path-search'],
    itHas:
      'It runs the machine, so guards and context decide where it comes to; it also finds simple paths and makes tests of them.',
    weHave: 'It reads the diagram and runs nothing, so every output counts as possible.',
  },
  {
    name: 'graphile-worker',
    benchmarks: ['job-queues'],
    itHas:
      'Workers in many processes and on many machines, jobs that are added within transactions of the host in PostgreSQL, cron, and named queues that work one after the other.',
    weHave:
      'A file in place of a database server. Shares of brands and targets in each claim, retries by the kind of answer, and a log of attempts, all of which the measured claim does.',
  },
  {
    name: 'pg-boss',
    benchmarks: ['job-queues'],
    itHas: 'The same as graphile-worker, and policies of queues, dead letters, schedules and flows of jobs.',
    weHave: 'As above.',
  },
  {
    name: 'ajv and zod',
    benchmarks: ['schema-check', 'cold-start'],
    itHas: 'Any schema. zod infers types; ajv compiles a schema to code, which is not part of the measured time.',
    weHave:
      'A check of what a schema cannot say: ends of connections, outputs that blocks have, loops without end, formulas, and limits that depend on other members.',
  },
];
