import { isJsonObject } from '@botwright/core/conversation';
import { closestName } from '@botwright/core/diagram';
import {
  type Path,
  readScenarioValues,
  renderPlace,
  type ScenarioFault,
  ScenariosUnreadable,
  type ScenarioText,
} from './scenario-text.ts';
import { withValues, writtenText } from './yaml-values.ts';

/** Reads a file of shared steps, by its path from the file of scenarios. */
export type ReadShared = (
  file: string,
) => { readonly name: string; readonly text: string } | { readonly failed: string };

/** A part of a text. */
export interface Part {
  readonly text: ScenarioText;
  readonly path: Path;
  /** The path of the step `use` in the file of scenarios that brought a step of another list. */
  readonly use?: Path;
}

/** The values of a file of scenarios, with each shared step in its scenarios, and each row of examples as a scenario. */
export interface ExpandedScenarios {
  readonly values: unknown;
  /** The written part of a path in the values. */
  partAt(path: Path): Part;
}

type Values = Readonly<Record<string, unknown>>;

/** A step of a scenario, and the place of its text. */
interface Step extends Part {
  readonly step: unknown;
}

interface ExpandedScenario {
  readonly values: unknown;
  /** Its number in the file. */
  readonly at: number;
  readonly steps: readonly Step[];
}

/** The state of one expansion. */
interface Expansion {
  readonly given: ScenarioText;
  readonly shared: ReadonlyMap<string, Part & { readonly steps: readonly unknown[] }>;
  /** Values and characters that may still be made, and unknown columns that may still be compared with others. */
  left: { values: number; characters: number; names: number };
}

const mostRows = 1_000;
const mostColumns = 50;
const mostFiles = 20;
const mostNested = 10;
const mostSteps = 10_000;
/** For a whole file: a text of a few bytes must not become gigabytes. */
const mostMade = { values: 200_000, characters: 16_777_216, names: 1_000 };
/** Of the values in the name of a row. */
const longestNames = 80;

const columnName = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_. -]{0,48}[\p{L}\p{N}_])?$/u;

/**
 * Puts shared steps into the scenarios that use them, and makes a scenario of each row of examples.
 *
 * @throws {ScenariosUnreadable} For an unknown, endless or too long use, and for a table that cannot fill its scenario.
 * @spec SF1, SF2, SF3, SF4, SF5, SF6
 */
export function expandScenarios(given: ScenarioText, readShared?: ReadShared): ExpandedScenarios {
  const { values } = given;
  if (!isObject(values)) return { values, partAt: (path) => ({ text: given, path }) };
  const { shared, shared_files, ...plain } = values;
  const { scenarios, ...others } = plain;
  if (!Array.isArray(scenarios)) return { values: plain, partAt: (path) => ({ text: given, path }) };
  const expansion: Expansion = {
    given,
    shared: sharedOf(given, shared_files, readShared),
    left: { ...mostMade },
  };
  const expanded = scenarios.flatMap((scenario, at) => expandScenario(expansion, scenario, at));
  return {
    values: { ...others, scenarios: expanded.map((each) => each.values) },
    partAt(path) {
      const [list, number, ...rest] = path;
      const scenario = list === 'scenarios' && typeof number === 'number' ? expanded[number] : undefined;
      if (scenario === undefined) return { text: given, path };
      return writtenPart(given, scenario, rest);
    },
  };
}

function refuse(message: string, { text, path }: Part, origin?: 'key'): never {
  const place = (origin === 'key' ? text.placeOfKey(path) : undefined) ?? text.placeOf(path);
  throw new ScenariosUnreadable([{ message, place }]);
}

/** The lists of shared steps of a text, by their names. @spec SF1 */
function sharedIn(text: ScenarioText): Expansion['shared'] {
  const shared = isObject(text.values) ? text.values['shared'] : undefined;
  if (shared === undefined) return new Map();
  if (!isObject(shared)) return refuse('Expected lists of steps by their names.', { text, path: ['shared'] });
  return new Map(
    Object.entries(shared).map(([name, steps]) => {
      const part = { text, path: ['shared', name] };
      return [name, { ...part, steps: Array.isArray(steps) ? steps : refuse('Expected a list of steps.', part) }];
    }),
  );
}

/** The lists of a file, and of its files of shared steps. A name is only once. @spec SF1, SF2 */
function sharedOf(given: ScenarioText, files: unknown, readShared: ReadShared | undefined): Expansion['shared'] {
  const own = sharedIn(given);
  if (files === undefined) return own;
  const list = { text: given, path: ['shared_files'] };
  if (!Array.isArray(files)) return refuse('Expected a list of files of shared steps.', list);
  if (files.length > mostFiles) return refuse(`Expected at most ${mostFiles} files.`, list);
  const known = new Map(own);
  for (const [at, file] of files.entries()) {
    const part = { text: given, path: [...list.path, at] };
    const text = readSharedFile(textOf(file) ?? refuse('Expected a text.', part), part, readShared);
    for (const [name, steps] of sharedIn(text)) {
      const other = known.get(name);
      if (other === undefined) known.set(name, steps);
      else refuse(`The steps "${name}" are at ${renderPlace(other.text.placeOf(other.path))}, too.`, steps, 'key');
    }
  }
  return known;
}

function readSharedFile(file: string, part: Part, readShared: ReadShared | undefined): ScenarioText {
  const read = readShared?.(file) ?? { failed: 'files of shared steps are not read here' };
  if ('failed' in read) {
    const problem = read.failed === 'ENOENT' ? `There is no file "${file}".` : undefined;
    return refuse(problem ?? `The file "${file}" cannot be read (${read.failed}).`, part);
  }
  const text = readScenarioValues(read.text, read.name);
  const { values } = text;
  if (!isObject(values) || values['shared'] === undefined) {
    return refuse(`The file "${file}" has no "shared" with lists of steps.`, part);
  }
  const unknown = Object.keys(values).find((name) => name !== 'shared' && name !== '$schema');
  if (unknown === undefined) return text;
  return refuse('A file of shared steps has "shared" alone.', { text, path: [unknown] }, 'key');
}

function expandScenario(expansion: Expansion, scenario: unknown, at: number): readonly ExpandedScenario[] {
  const { given } = expansion;
  const path = ['scenarios', at];
  if (!isObject(scenario)) return [{ values: scenario, at, steps: [] }];
  const { examples, ...plain } = scenario;
  const written = Array.isArray(plain['steps']) ? plain['steps'] : undefined;
  const steps: Step[] = [];
  if (written !== undefined) inline(expansion, written, { text: given, path: [...path, 'steps'] }, [], steps);
  const whole = written === undefined ? plain : { ...plain, steps: steps.map(({ step }) => step) };
  if (examples === undefined) return [{ values: whole, at, steps }];

  const rows = readRows(given, examples, [...path, 'examples']);
  const used = new Set<string>();
  const refuseColumn = columnRefuser(expansion, rows, { values: whole, at, steps });
  const names = new Map<string, number>();
  const expanded = rows.map((row, number): ExpandedScenario => {
    const part = { text: given, path: [...path, 'examples', number] };
    const fill = filler(expansion, { row, used, part, refuseColumn });
    const { name: named, ...rest } = whole as Values;
    const filled = Object.fromEntries(Object.entries(rest).map(([member, value]) => [member, fill(value, member)]));
    const name = textOf(named) === undefined ? named : nameOfRow(named as string | symbol, row, fill);
    const before = typeof name === 'string' ? (names.get(name) ?? 0) : 0;
    if (typeof name === 'string') names.set(name, before + 1);
    const single = before === 0 ? name : `${name} (row ${number + 1})`;
    return { values: { name: single, ...filled }, at, steps };
  });
  const [first = {}] = rows;
  const unused = Object.keys(first).find((column) => !used.has(column));
  if (unused === undefined) return expanded;
  return refuse(
    `Nothing in the scenario uses <${unused}>.`,
    { text: given, path: [...path, 'examples', 0, unused] },
    'key',
  );
}

/** Appends steps to a list, each use replaced by its steps. @spec SF1, SF3 */
function inline(expansion: Expansion, written: readonly unknown[], list: Part, open: readonly string[], to: Step[]) {
  for (const [at, step] of written.entries()) {
    const part = { ...list, path: [...list.path, at] };
    if (!isObject(step) || !Object.hasOwn(step, 'use')) {
      if (to.length === mostSteps && open.length > 0) refuse(`Shared steps make more than ${mostSteps} steps.`, list);
      to.push({ ...part, step });
      continue;
    }
    const name = textOf(step['use']) ?? refuse('Expected the name of shared steps.', part);
    const other = Object.keys(step).find((member) => member !== 'use');
    if (other !== undefined)
      refuse('A step with "use" has nothing else.', { ...part, path: [...part.path, other] }, 'key');
    const shared =
      expansion.shared.get(name) ?? refuse(unknownSteps(expansion, name), { ...part, path: [...part.path, 'use'] });
    const chain = [...open, name];
    if (open.includes(name))
      refuse(`Shared steps use themselves: ${chain.slice(open.indexOf(name)).join(' → ')}.`, part);
    if (chain.length > mostNested) refuse(`Shared steps are nested more than ${mostNested} times.`, part);
    if (to.length > mostSteps) refuse(`Shared steps make more than ${mostSteps} steps.`, part);
    inline(expansion, shared.steps, { text: shared.text, path: shared.path, use: list.use ?? part.path }, chain, to);
  }
}

function unknownSteps({ shared }: Expansion, name: string): string {
  const closest = closestName(name, [...shared.keys()]);
  return `There are no shared steps "${name}".${closest === undefined ? '' : ` Did you mean "${closest}"?`}`;
}

/** @spec SF4, SF6 */
function readRows(text: ScenarioText, examples: unknown, path: Path): readonly Values[] {
  const list = { text, path };
  if (!Array.isArray(examples) || examples.length === 0) return refuse('Expected a list of rows.', list);
  if (examples.length > mostRows) return refuse(`Expected at most ${mostRows} rows.`, list);
  const [first] = examples as readonly unknown[];
  const columns = isObject(first) ? Object.keys(first) : [];
  const wrong = columns.find((column) => !columnName.test(column));
  if (wrong !== undefined)
    refuse('A column has a name of letters, digits, _, ., - and spaces.', { text, path: [...path, 0, wrong] }, 'key');
  if (columns.length > mostColumns) refuse(`Expected at most ${mostColumns} columns.`, list);
  const faults = (examples as readonly unknown[]).flatMap((row, at): readonly ScenarioFault[] => {
    const place = text.placeOf([...path, at]);
    if (!isObject(row) || columns.length === 0)
      return [{ message: 'Expected a row: values by the names of columns.', place }];
    const missing = columns.find((column) => !Object.hasOwn(row, column));
    if (missing !== undefined) return [{ message: `The row has no "${missing}".`, place }];
    const other = Object.keys(row).find((column) => !columns.includes(column));
    return other === undefined ? [] : [{ message: `The first row has no "${other}".`, place }];
  });
  if (faults.length > 0) throw new ScenariosUnreadable(faults.slice(0, 100));
  return examples as readonly Values[];
}

/** @param member - Of the scenario. */
type Fill = (value: unknown, member: string) => unknown;

/** The row that fills a scenario. */
interface Filling {
  readonly row: Values;
  /** The columns that the scenario uses. */
  readonly used: Set<string>;
  /** The place of the row. */
  readonly part: Part;
  readonly refuseColumn: (written: string, text: string, path: Path) => void;
}

/** Tags of Telegram and HTML, and short words, resemble short names of columns. */
const leastLetters = 4;

/** Refuses a text with `<name>` where a column has nearly this name. Each name is compared once. @spec SF4 */
function columnRefuser({ given, left }: Expansion, [first = {}]: readonly Values[], scenario: ExpandedScenario) {
  const columns = Object.keys(first);
  const compared = new Set<string>();
  return (written: string, text: string, path: Path): void => {
    const isMarkup = text.includes(`</${written}>`);
    if (compared.has(written) || left.names === 0 || !columnName.test(written) || isMarkup) return;
    compared.add(written);
    left.names -= 1;
    const closest = closestName(written, columns);
    if (closest === undefined) return;
    const isSame = closest.toLowerCase() === written.toLowerCase();
    if (!isSame && Math.max(closest.length, written.length) < leastLetters) return;
    refuse(`There is no column <${written}>. Did you mean <${closest}>?`, writtenPart(given, scenario, path));
  };
}

/** The place of a part of a scenario, in the file that has it. */
function writtenPart(given: ScenarioText, { at, steps }: ExpandedScenario, path: Path): Part {
  const [member, step, ...rest] = path;
  const from = member === 'steps' && typeof step === 'number' ? steps[step] : undefined;
  if (from !== undefined) return { ...from, path: [...from.path, ...rest] };
  return { text: given, path: ['scenarios', at, ...path] };
}

/**
 * Replaces `<column>` by the value of a row: in a text by its text, and where it is the whole text by the value itself.
 *
 * @spec SF4, SF6
 */
function filler({ left }: Expansion, { row, used, part, refuseColumn }: Filling): Fill {
  /** Of the value that is filled. */
  const path: (string | number)[] = [];
  const spend = (values: number, characters: number): void => {
    left.values -= values;
    left.characters -= characters;
    if (left.values < 0 || left.characters < 0) refuse('The examples of this file make too many steps.', part);
  };
  const fill = (value: unknown, key: string | number): unknown => {
    spend(1, 0);
    path.push(key);
    const filled = fillParts(value);
    path.pop();
    return filled;
  };
  const fillParts = (value: unknown): unknown => {
    if (typeof value === 'string') return fillText(value);
    if (Array.isArray(value)) return value.map(fill);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member, name)]));
  };
  const fillText = (text: string): unknown => {
    const whole = /^<([^<>]+)>$/.exec(text)?.[1];
    if (whole !== undefined && Object.hasOwn(row, whole)) {
      used.add(whole);
      spend(...sizeOf(row[whole]));
      return row[whole];
    }
    spend(0, text.length);
    return text.replace(/<([^<>]+)>/g, (placeholder, column: string) => {
      if (!Object.hasOwn(row, column)) {
        refuseColumn(column, text, path);
        return placeholder;
      }
      used.add(column);
      const inside =
        textOf(row[column]) ??
        refuse(`Only a text fits into the text around <${column}>.`, { ...part, path: [...part.path, column] });
      spend(0, inside.length);
      return inside;
    });
  };
  return fill;
}

function sizeOf(value: unknown): [values: number, characters: number] {
  const text = textOf(value);
  if (text !== undefined) return [1, text.length];
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return parts.map(sizeOf).reduce<[number, number]>(([a, b], [c, d]) => [a + c, b + d], [1, 0]);
}

/** The name with its values, or followed by the values of the row. @spec SF5 */
function nameOfRow(name: string | symbol, row: Values, fill: Fill): unknown {
  const text = textOf(name) as string;
  const filled = fill(text, 'name');
  if (filled !== text) return textOf(filled) ?? filled;
  const values = Object.values(row).map((value) => textOf(value) ?? JSON.stringify(withValues(value)));
  const characters = [...values.join(', ')];
  const short =
    characters.length > longestNames ? `${characters.slice(0, longestNames - 1).join('')}…` : characters.join('');
  return `${text} (${short})`;
}

/** A text as it is written; `undefined` for lists, objects and no value. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'symbol') return writtenText(value);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function isObject(value: unknown): value is Values {
  return isJsonObject(value);
}
