import { type Annotation, renderAnnotation } from '../printing/annotation.ts';
import { codeBlock, splitLines } from '../printing/code-frame.ts';
import { renderJunit, type TestCase, type TestSuite } from '../printing/junit.ts';
import { paint } from '../printing/paint.ts';
import { printable, printableJson, printableLines } from '../printing/printable.ts';
import { renderFault } from './formats/pretty.ts';
import type { ListFormat } from './test-options.ts';
import type { UnvisitedBot, VisitedBot } from './visited-bot.ts';

type Fault = VisitedBot['faults'][number];

/** @spec MU19 */
export const renderVisits: Readonly<
  Record<ListFormat, (visited: readonly VisitedBot[], unvisited: readonly UnvisitedBot[]) => string>
> = {
  pretty: (visited, unvisited) =>
    [...unvisited.flatMap(({ faults }) => faults.map(renderFault)), ...visited.map(renderPretty)].join('\n\n'),
  json: (visited, unvisited) =>
    printableJson({ bots: visited.map(encode), unvisited: unvisited.map(encodeUnvisited) }, 2),
  junit: (visited, unvisited) =>
    renderJunit('botwright test --visitors', [...unvisited.flatMap(suiteOfUnvisited), ...visited.map(suiteOf)]),
  github: (visited, unvisited) =>
    [...unvisited.flatMap(annotationsOfUnvisited), ...visited.flatMap(annotationsOf)].join('\n'),
};

function summaryOf({ file, visitors, seed, steps, faults }: VisitedBot): string {
  const found = faults.length === 0 ? 'no fault' : `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`;
  return `${file}: ${visitors} ${visitors === 1 ? 'visitor' : 'visitors'} of seed ${seed} found ${found} in ${steps} steps.`;
}

function describe({ message, times, visitor }: Fault): string {
  return `${message} (visitor ${visitor}; ${times} in all)`;
}

/** For people: each fault with the place of its block, and the scenarios. */
function renderPretty(bot: VisitedBot): string {
  const { file, text, faults, places, yaml } = bot;
  const lines = splitLines(text);
  const found = faults.map((fault) => {
    const place = places.get(fault.block);
    const title = `${paint(['red', 'bold'], 'FAIL')} ${paint('bold', fault.check)}: ${printable(describe(fault))}`;
    return [title, ...(place === undefined ? [] : codeBlock(file, lines, place, 'red'))].join('\n');
  });
  const mark = faults.length > 0 ? paint(['red', 'bold'], 'FAIL') : paint('green', 'ok  ');
  const scenarios = yaml === '' ? [] : [printableLines(yaml.trimEnd()).join('\n')];
  return [...found, ...scenarios, `${mark} ${printable(summaryOf(bot))}`].join('\n\n');
}

function encode({ file, visitors, seed, steps, faults, places }: VisitedBot): object {
  return {
    file,
    visitors,
    seed,
    steps,
    faults: faults.map((fault) => {
      const place = places.get(fault.block);
      return { ...fault, ...(place && { line: place.line, column: place.column }) };
    }),
  };
}

function encodeUnvisited({ file, faults }: UnvisitedBot): object {
  return {
    file,
    faults: faults.map(({ code, message, place: { line, column } }) => ({
      ...(code !== undefined && { code }),
      message,
      line,
      column,
    })),
  };
}

function suiteOf(bot: VisitedBot): TestSuite {
  const { file, faults, yaml } = bot;
  const [first = { name: 'visitors' }, ...others] = faults.map((fault): TestCase => {
    const message = describe(fault);
    const problem = { kind: 'failure' as const, type: fault.check, message, detail: message };
    return { name: fault.scenario.name, problem };
  });
  return { name: file, cases: [first, ...others], output: [summaryOf(bot), yaml].join('\n') };
}

function suiteOfUnvisited({ file, faults }: UnvisitedBot): readonly TestSuite[] {
  const [first, ...others] = faults.map(({ code, message }): TestCase => {
    const type = code ?? 'unreadable';
    return { name: type, problem: { kind: code === undefined ? 'error' : 'failure', type, message, detail: message } };
  });
  return first === undefined ? [] : [{ name: file, cases: [first, ...others] }];
}

function annotationsOf(bot: VisitedBot): readonly string[] {
  const { file, faults, places } = bot;
  const found = faults.map((fault): Annotation => {
    const place = places.get(fault.block);
    return { severity: 'error', file, ...(place && { place }), title: fault.check, text: describe(fault) };
  });
  return [...found.map(renderAnnotation), printable(summaryOf(bot))];
}

function annotationsOfUnvisited({ file, faults }: UnvisitedBot): readonly string[] {
  return faults.map(({ code = 'unreadable', message, place }) =>
    renderAnnotation({ severity: 'error', file, place, title: code, text: message }),
  );
}
