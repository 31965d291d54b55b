import type { Entries } from './oracle.ts';

// biome-ignore lint/suspicious/noExplicitAny: a mutant may be anything.
type Json = any;

/** One change to a copy of a diagram. */
export interface Mutation {
  readonly title: string;
  readonly apply: (diagram: Entries) => void;
  /** Broken rules beyond the knowledge of the oracle, as `<code> <entry>`. */
  readonly breaks?: readonly string[];
  /** Certain reports. */
  readonly certain?: readonly string[];
}

export interface Operator {
  readonly name: string;
  /** It never breaks a rule. */
  readonly isHarmless?: true;
  /** All its mutants of a bot. */
  readonly list: (diagram: Entries) => readonly Mutation[];
}

const blocksOf = ({ nodes }: Entries): readonly string[] => Object.keys(nodes).filter((key) => key !== 'hidden');
const linksOf = ({ connections }: Entries): readonly string[] => Object.keys(connections);
const nameOf = ({ sourcePath, type, targetPath }: Json): string => `${sourcePath}.${type}--${targetPath}`;

/** Blocks with a param that meets a condition. */
function withParam(diagram: Entries, name: string, is: (value: Json) => boolean = () => true): readonly string[] {
  return blocksOf(diagram).filter((key) => {
    const { params } = diagram.nodes[key];
    return Object.hasOwn(params, name) && is(params[name]);
  });
}

/** Replaces an entry by one with another key, at its place. */
function replaceEntry(entries: Record<string, Json>, key: string, next: string, value: Json): void {
  const all = Object.entries(entries).map(([each, old]) => (each === key ? [next, value] : [each, old]));
  for (const each of Object.keys(entries)) delete entries[each];
  Object.assign(entries, Object.fromEntries(all));
}

function reconnect({ connections }: Entries, key: string, change: Json): void {
  const value = { ...connections[key], ...change };
  replaceEntry(connections, key, nameOf(value), { ...value, id: nameOf(value) });
}

/** All pairs of a connection and another end that make a new connection. */
function otherEnds(diagram: Entries, member: 'sourcePath' | 'targetPath'): readonly (readonly [string, string])[] {
  return linksOf(diagram).flatMap((key) =>
    Object.keys(diagram.nodes)
      .filter((end) => !Object.hasOwn(diagram.connections, nameOf({ ...diagram.connections[key], [member]: end })))
      .map((end) => [key, end] as const),
  );
}

/** A question for a date that is typed. */
function isTypedDate(diagram: Entries, key: string): boolean {
  const { template, params } = diagram.nodes[key];
  return template === 'var_date' && params.showDatePicker !== true;
}

const needsText = (diagram: Entries, key: string): boolean => !['human', 'close'].includes(diagram.nodes[key].template);

/** Renames a Field everywhere: in texts, as a param, in formulas and in code. */
function renameField(value: Json, from: string, to: string, member = ''): Json {
  if (typeof value === 'string') {
    if (['destination', 'field'].includes(member)) return value === from ? to : value;
    const isCode = ['expression', 'source'].includes(member);
    return isCode
      ? value.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to)
      : value.replaceAll(`@{${from}}`, () => `@{${to}}`);
  }
  if (Array.isArray(value)) return value.map((each) => renameField(each, from, to));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renameField(each, from, to, key)]));
}

const retypes = ['chat', 'close', 'human', 'var_text', 'var_email', 'yes_no'];

export const operators: readonly Operator[] = [
  {
    name: 'delete a block',
    list: (diagram) =>
      Object.keys(diagram.nodes).map((key) => ({
        title: key,
        apply: ({ nodes }) => delete nodes[key],
        certain: linksOf(diagram).flatMap((link) => {
          const { sourcePath, targetPath } = diagram.connections[link];
          if (targetPath === key) return [`connection_target_unknown ${link}`];
          return sourcePath === key ? [`connection_source_unknown ${link}`] : [];
        }),
      })),
  },
  {
    name: 'delete a connection',
    list: (diagram) =>
      linksOf(diagram).map((key) => ({ title: key, apply: ({ connections }) => delete connections[key] })),
  },
  {
    name: 'delete a block with its connections',
    list: (diagram) =>
      blocksOf(diagram).map((key) => ({
        title: key,
        apply: ({ nodes, connections }) => {
          delete nodes[key];
          for (const [link, { sourcePath, targetPath }] of Object.entries(connections)) {
            if (sourcePath === key || targetPath === key) delete connections[link];
          }
        },
      })),
  },
  {
    name: 'lead a connection elsewhere',
    list: (diagram) =>
      otherEnds(diagram, 'targetPath').map(([key, targetPath]) => ({
        title: `${key} to ${targetPath}`,
        apply: (copy) => reconnect(copy, key, { targetPath }),
      })),
  },
  {
    name: 'lead a connection elsewhere under its old id',
    list: (diagram) =>
      otherEnds(diagram, 'targetPath').map(([key, targetPath]) => ({
        title: `${key} to ${targetPath}`,
        apply: ({ connections }) => {
          connections[key].targetPath = targetPath;
        },
        certain: [`connection_id_mismatch ${key}`],
      })),
  },
  {
    name: 'let a connection leave another block',
    list: (diagram) =>
      otherEnds(diagram, 'sourcePath').map(([key, sourcePath]) => ({
        title: `${key} from ${sourcePath}`,
        apply: (copy) => reconnect(copy, key, { sourcePath }),
      })),
  },
  {
    name: 'lead a connection back to its block',
    list: (diagram) =>
      linksOf(diagram).map((key) => ({
        title: key,
        apply: (copy) => reconnect(copy, key, { targetPath: copy.connections[key].sourcePath }),
      })),
  },
  {
    name: 'lead a connection back to the start',
    list: (diagram) =>
      linksOf(diagram).map((key) => ({
        title: key,
        apply: (copy) => reconnect(copy, key, { targetPath: 'hidden' }),
      })),
  },
  {
    name: 'swap the ways of two outputs',
    list: (diagram) =>
      linksOf(diagram).flatMap((key) =>
        linksOf(diagram)
          .filter(
            (other) => other > key && diagram.connections[other].sourcePath === diagram.connections[key].sourcePath,
          )
          .filter((other) => diagram.connections[other].targetPath !== diagram.connections[key].targetPath)
          .map((other) => ({
            title: `${key} and ${other}`,
            apply: (copy) => {
              const [one, two] = [diagram.connections[key].targetPath, diagram.connections[other].targetPath];
              reconnect(copy, key, { targetPath: two });
              reconnect(copy, other, { targetPath: one });
            },
          })),
      ),
  },
  {
    name: 'write an output that is not there',
    list: (diagram) =>
      linksOf(diagram)
        .filter((key) => diagram.connections[key].sourcePath !== 'hidden')
        .map((key) => {
          const type = `${diagram.connections[key].type}s`;
          return {
            title: key,
            apply: (copy) => reconnect(copy, key, { type }),
            certain: [`output_unknown ${nameOf({ ...diagram.connections[key], type })}`],
          };
        }),
  },
  {
    name: 'write an unknown template',
    list: (diagram) =>
      blocksOf(diagram).map((key) => ({
        title: key,
        apply: ({ nodes }) => {
          nodes[key].template = `my_${nodes[key].template}`;
        },
        certain: [`unknown-template ${key}`],
      })),
  },
  {
    name: 'write another template',
    list: (diagram) =>
      blocksOf(diagram).flatMap((key) =>
        retypes
          .filter((template) => diagram.nodes[key].template !== template)
          .map((template) => ({
            title: `${key} as ${template}`,
            apply: ({ nodes }) => {
              nodes[key].template = template;
            },
            // The forms of a date are no format of a text.
            breaks: Array.isArray(diagram.nodes[key].params.format) ? [`param_type ${key}`] : [],
          })),
      ),
  },
  {
    name: 'empty a text',
    list: (diagram) =>
      withParam(diagram, 'text').map((key) => ({
        title: key,
        apply: ({ nodes }) => {
          nodes[key].params.text = ' ';
        },
        breaks: [
          ...(needsText(diagram, key) ? [`param_non_empty ${key}`] : []),
          ...(isTypedDate(diagram, key) ? [`format-not-shown ${key}`] : []),
        ],
      })),
  },
  {
    name: 'empty a list of buttons, exits or conditions',
    list: (diagram) =>
      ['buttons', 'outputs', 'conditions'].flatMap((name) =>
        withParam(diagram, name).map((key) => ({
          title: key,
          apply: ({ nodes }) => {
            nodes[key].params[name] = [];
          },
          breaks: [`param_min_items ${key}`],
        })),
      ),
  },
  {
    name: 'delete a button',
    list: (diagram) =>
      withParam(diagram, 'buttons', (list) => list.length > 1).flatMap((key) =>
        diagram.nodes[key].params.buttons.map(({ id }: Json, at: number) => ({
          title: `${key} ${id}`,
          apply: ({ nodes }: Entries) => nodes[key].params.buttons.splice(at, 1),
          certain: linksOf(diagram)
            .filter((link) => link.startsWith(`${key}.$${id}--`))
            .map((link) => `output_unknown ${link}`),
        })),
      ),
  },
  {
    name: 'write a number for a text',
    list: (diagram) =>
      withParam(diagram, 'text').map((key) => ({
        title: key,
        apply: ({ nodes }) => {
          nodes[key].params.text = 5;
        },
        breaks: [`param_type ${key}`],
      })),
  },
  {
    name: 'write a position as a text',
    list: (diagram) =>
      blocksOf(diagram).map((key) => ({
        title: key,
        apply: ({ nodes }) => {
          nodes[key].left = String(nodes[key].left);
        },
        certain: [`node_malformed ${key}`],
      })),
  },
  {
    name: 'remove a member of a connection',
    list: (diagram) =>
      linksOf(diagram).flatMap((key) =>
        ['id', 'type', 'sourcePath', 'targetPath'].map((member) => ({
          title: `${key} ${member}`,
          apply: ({ connections }) => delete connections[key][member],
          certain: [`connection_malformed ${key}`],
        })),
      ),
  },
  {
    name: 'remove a required param',
    list: (diagram) =>
      ['text', 'url', 'expression', 'source', 'auth_id', 'assistantId', 'field', 'scheduling_url'].flatMap((name) =>
        withParam(diagram, name)
          .filter((key) => needsText(diagram, key))
          .map((key) => ({
            title: `${key} ${name}`,
            apply: ({ nodes }) => delete nodes[key].params[name],
            certain: [`param_required ${key}`],
          })),
      ),
  },
  {
    name: 'misspell a param',
    list: (diagram) =>
      blocksOf(diagram).flatMap((key) =>
        ['text', 'destination', 'errorText', 'caption', 'url']
          .filter((name) => Object.hasOwn(diagram.nodes[key].params, name))
          .map((name) => ({
            title: `${key} ${name}`,
            apply: ({ nodes }) => {
              const { [name]: value, ...others } = nodes[key].params;
              nodes[key].params = { ...others, [`${name}_`]: value };
            },
            certain: [`unknown-param ${key}`],
          })),
      ),
  },
  {
    name: 'misspell the Field of an answer',
    list: (diagram) =>
      withParam(diagram, 'destination').map((key) => ({
        title: key,
        apply: ({ nodes }) => {
          nodes[key].params.destination += '_typo';
        },
      })),
  },
  {
    name: 'save an answer under a reserved name',
    list: (diagram) =>
      withParam(diagram, 'destination').map((key) => ({
        title: key,
        apply: ({ nodes }) => {
          nodes[key].params.destination = 'register_date';
        },
        breaks: [`field_name_reserved ${key}`],
      })),
  },
  {
    name: 'add a condition, which has to be true as well, or instead',
    list: (diagram) =>
      withParam(diagram, 'conditions').flatMap((key) =>
        ['all', 'any'].flatMap((match) =>
          ['is_set', 'is_not_set'].map((operator) => ({
            title: `${key}: ${match} ${operator}`,
            apply: ({ nodes }) => {
              nodes[key].params.conditions.push({ field: 'email', operator });
              nodes[key].params.match = match;
            },
          })),
        ),
      ),
  },
  {
    name: 'turn a condition round',
    list: (diagram) =>
      withParam(diagram, 'conditions').map((key) => ({
        title: key,
        apply: ({ nodes }) => {
          const [condition] = nodes[key].params.conditions;
          condition.operator = condition.operator === 'is_set' ? 'is_not_set' : 'is_set';
        },
      })),
  },
  {
    name: 'cut a formula',
    list: (diagram) =>
      withParam(diagram, 'expression').map((key) => ({
        title: key,
        apply: ({ nodes }) => {
          nodes[key].params.expression += ' * (';
        },
        breaks: [`formula_malformed ${key}`],
      })),
  },
  {
    name: 'cut an address',
    list: (diagram) =>
      ['url', 'scheduling_url'].flatMap((name) =>
        withParam(diagram, name, (url) => url.startsWith('https:')).map((key) => ({
          title: key,
          apply: ({ nodes }) => {
            nodes[key].params[name] = nodes[key].params[name].replace('https:', '');
          },
          breaks: [`url-malformed ${key}`],
        })),
      ),
  },
  {
    name: 'name a bot or an account that is not there',
    list: (diagram) => [
      ...withParam(diagram, 'bot').map((key) => ({
        title: key,
        apply: ({ nodes }: Entries) => {
          nodes[key].params.bot = 404;
        },
        breaks: [`linked_bot_unknown ${key}`],
      })),
      ...withParam(diagram, 'auth_id').map((key) => ({
        title: key,
        apply: ({ nodes }: Entries) => {
          nodes[key].params.auth_id = 'gone';
        },
        breaks: [`account_unknown ${key}`],
      })),
    ],
  },
  {
    name: 'write another version into the greeting',
    list: ({ nodes: { welcome } }) =>
      [1, 2, '3'].map((version) => {
        const key = welcome === undefined ? 'bot_start' : 'welcome';
        return {
          title: JSON.stringify(version),
          apply: ({ nodes }) => {
            nodes[key].params.version = version;
          },
          breaks: version === '3' ? [`param_type ${key}`] : [],
        };
      }),
  },
  {
    name: 'close a block to connections',
    list: (diagram) =>
      blocksOf(diagram).map((key) => ({
        title: key,
        apply: ({ nodes }) => {
          nodes[key].isTarget = false;
        },
        certain: linksOf(diagram)
          .filter((link) => diagram.connections[link].targetPath === key)
          .map((link) => `target_not_allowed ${link}`),
      })),
  },
  {
    name: 'duplicate a block under another key',
    list: (diagram) =>
      blocksOf(diagram).map((key) => ({
        title: key,
        apply: ({ nodes }) => {
          nodes[`${key}_copy`] = structuredClone(nodes[key]);
        },
        certain: ['node_key_mismatch', 'overlapping-blocks', 'unreachable-block'].map((code) => `${code} ${key}_copy`),
      })),
  },
  {
    name: 'duplicate a connection under another key',
    list: (diagram) =>
      linksOf(diagram)
        .filter((key) => diagram.connections[key].sourcePath !== 'hidden')
        .map((key) => ({
          title: key,
          apply: ({ connections }) => {
            connections[`${key}_copy`] = { ...connections[key] };
          },
          certain: [`connection_id_mismatch ${key}_copy`, `output_connected_twice ${key}_copy`],
        })),
  },
  {
    name: 'duplicate a button',
    list: (diagram) =>
      withParam(diagram, 'buttons').flatMap((key) =>
        diagram.nodes[key].params.buttons.map((button: Json) => ({
          title: `${key} ${button.id}`,
          apply: ({ nodes }: Entries) => nodes[key].params.buttons.push({ ...button }),
          // Its label and its id.
          breaks: [`duplicate-button-label ${key}`, `duplicate-button-label ${key}`],
        })),
      ),
  },
  {
    name: 'put one block on another',
    list: (diagram) =>
      blocksOf(diagram).flatMap((key, at, all) =>
        all.slice(0, at).map((below) => ({
          title: `${key} on ${below}`,
          apply: ({ nodes }) => {
            nodes[key].top = nodes[below].top;
            nodes[key].left = nodes[below].left;
          },
          certain: [`overlapping-blocks ${key}`],
        })),
      ),
  },
  {
    name: 'move a block',
    isHarmless: true,
    list: (diagram) =>
      blocksOf(diagram).map((key, at) => ({
        title: key,
        apply: ({ nodes }) => {
          nodes[key].top = -1_000 - at;
          nodes[key].left = 13.5;
        },
      })),
  },
  {
    name: 'name a block',
    isHarmless: true,
    list: (diagram) =>
      blocksOf(diagram).map((key) => ({
        title: key,
        apply: ({ nodes }) => {
          nodes[key].name = `The block ${key}`;
        },
      })),
  },
  {
    name: 'rename the label of a button',
    isHarmless: true,
    list: (diagram) =>
      withParam(diagram, 'buttons').flatMap((key) =>
        diagram.nodes[key].params.buttons.map(({ id }: Json, at: number) => ({
          title: `${key} ${id}`,
          apply: ({ nodes }: Entries) => {
            nodes[key].params.buttons[at].label = `Choose ${id}, the ${at + 1}.`;
          },
        })),
      ),
  },
  {
    name: 'write more into a text',
    isHarmless: true,
    list: (diagram) =>
      withParam(diagram, 'text').map((key) => ({
        title: key,
        apply: ({ nodes }) => {
          nodes[key].params.text += ' Please, @{name} {or not} @ 5%!';
        },
      })),
  },
  {
    name: 'rename a block everywhere',
    isHarmless: true,
    list: (diagram) =>
      blocksOf(diagram)
        .filter((key) => !['welcome', 'bot_start'].includes(key))
        .map((key) => ({
          title: key,
          apply: (copy) => {
            const id = `${key}.$--ü~1/`;
            replaceEntry(copy.nodes, key, id, { ...copy.nodes[key], id, path: id });
            for (const link of linksOf(copy)) {
              const { sourcePath, targetPath } = copy.connections[link];
              const ends = [sourcePath, targetPath].map((end) => (end === key ? id : end));
              if (ends.includes(id)) reconnect(copy, link, { sourcePath: ends[0], targetPath: ends[1] });
            }
          },
        })),
  },
  {
    name: 'rename a Field everywhere',
    isHarmless: true,
    list: (diagram) => {
      const names = withParam(diagram, 'destination').map((key) => diagram.nodes[key].params.destination);
      return [...new Set<string>(names)]
        .filter((name) => !['name', 'email', 'phone'].includes(name))
        .map((name) => ({
          title: name,
          apply: ({ nodes }) => {
            for (const key of Object.keys(nodes)) nodes[key].params = renameField(nodes[key].params, name, `${name}_2`);
          },
        }));
    },
  },
  {
    name: 'put a text into a connection',
    isHarmless: true,
    list: (diagram) =>
      linksOf(diagram)
        .filter((key) => diagram.connections[key].sourcePath !== 'hidden')
        .map((key) => ({
          title: key,
          apply: (copy) => {
            const { targetPath } = copy.connections[key];
            const id = 'put_between';
            copy.nodes[id] = { id, template: 'chat', params: { text: 'One moment.' } };
            reconnect(copy, key, { targetPath: id });
            const next = { type: '$success', sourcePath: id, targetPath };
            copy.connections[nameOf(next)] = { id: nameOf(next), ...next };
          },
        })),
  },
  {
    name: 'write what nobody reads',
    isHarmless: true,
    list: (diagram) => [
      ...blocksOf(diagram).map((key) => ({
        title: key,
        apply: ({ nodes }: Entries) => {
          nodes[key].color = 'red';
        },
      })),
      ...linksOf(diagram).map((key) => ({
        title: key,
        apply: ({ connections }: Entries) => {
          connections[key].label = 'often';
        },
      })),
    ],
  },
  {
    name: 'write the entries in another order',
    isHarmless: true,
    list: () =>
      (['nodes', 'connections'] as const).map((map) => ({
        title: map,
        apply: (copy) => {
          const entries = Object.entries(copy[map]).reverse();
          for (const [key] of entries) delete copy[map][key];
          Object.assign(copy[map], Object.fromEntries(entries));
        },
      })),
  },
  {
    name: 'leave out what has a default',
    isHarmless: true,
    list: (diagram) =>
      blocksOf(diagram).flatMap((key) => [
        ...(key === 'welcome' || !Object.hasOwn(diagram.nodes[key].params, 'version')
          ? []
          : [{ title: `${key} version`, apply: ({ nodes }: Entries) => delete nodes[key].params.version }]),
        ...['path', 'isTarget', 'top']
          .filter((member) => Object.hasOwn(diagram.nodes[key], member))
          .map((member) => ({ title: `${key} ${member}`, apply: ({ nodes }: Entries) => delete nodes[key][member] })),
      ]),
  },
];
