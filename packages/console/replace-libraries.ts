import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Packages of which formulas use almost nothing, and their replacements. */
const replaced = /^@bufbuild\/(?:protobuf(?:\/(?:reflect|wkt))?|cel-spec\/cel\/expr\/(?:checked|syntax)_pb\.js)$/;
const replacement = fileURLToPath(new URL('page/libraries/protobuf.ts', import.meta.url));

/**
 * Files that list all functions of a library, by the end of their path, and the replacement that lists only the
 * functions of the runner.
 */
const parts: Readonly<Record<string, string | ((code: string) => string)>> = {
  // Loads styles, and preloads modules: no lazy part of the page has styles.
  'vite/preload-helper.js': 'export const __vitePreload = (load) => load();',
  // A formula that makes a message is refused before planning.
  '/@bufbuild/cel/dist/esm/object.js': `
    export const celObject = () => { throw new RangeError('A formula makes no messages.'); };
  `,
  // The runner replaces the functions that read the parts of a moment.
  '/@bufbuild/cel/dist/esm/std/time.js': `
    import { celMethod } from '../func.js';
    import { CelScalar, DURATION } from '../type.js';
    const part = (name, read) => celMethod(name, DURATION, [], CelScalar.INT, function () { return read(this.message); });
    export default [
      part('getSeconds', ({ seconds }) => seconds),
      part('getMinutes', ({ seconds }) => seconds / 60n),
      part('getHours', ({ seconds }) => seconds / 3600n),
      part('getMilliseconds', ({ nanos }) => BigInt(nanos) / 1000000n),
    ];
  `,
  // Only tests whether a text matches a pattern.
  '/@bufbuild/re2/dist/esm/index.js': `
    import { RE2 } from './RE2.js';
    const compile = (text) => { const pattern = RE2.compile(text); return { test: (searched) => pattern.match(searched) }; };
    export const RE2JS = { compile };
  `,
  // Letters that are new in Unicode 16: browsers support them natively.
  '/@bufbuild/re2/dist/esm/UnicodeTables.js': (code) =>
    leaveOut(code, [
      [/const _DELTA_(?:CATEGORIES|SCRIPTS) = .*?\n\}\);/gs, ''],
      [/const delta = .*?;\n/gs, ''],
      ['delta ? mergeRanges(base, delta) : base', 'base'],
      [/_delta\w+Ranges: .*?,\n/g, ''],
    ]),
  // Two faster searches. Without them the third runs the same program, and needs no tables.
  '/@bufbuild/re2/dist/esm/Prefilter.js': `
    export const Prefilter = { Type: { NONE: 0 } };
    export const PrefilterTree = { build: () => ({ type: 0 }) };
  `,
  '/@bufbuild/re2/dist/esm/DFA.js': 'export class DFA { match() { return null; } }',
  // The letters to which the runner translates directives of strftime.
  '/date-fns/parse/_lib/parsers.js': `
    import { AMPMParser } from './parsers/AMPMParser.js';
    import { DateParser } from './parsers/DateParser.js';
    import { DayOfYearParser } from './parsers/DayOfYearParser.js';
    import { DayParser } from './parsers/DayParser.js';
    import { Hour0to23Parser } from './parsers/Hour0to23Parser.js';
    import { Hour1to12Parser } from './parsers/Hour1to12Parser.js';
    import { MinuteParser } from './parsers/MinuteParser.js';
    import { MonthParser } from './parsers/MonthParser.js';
    import { SecondParser } from './parsers/SecondParser.js';
    import { YearParser } from './parsers/YearParser.js';
    export const parsers = {
      y: new YearParser(), M: new MonthParser(), d: new DateParser(), D: new DayOfYearParser(), E: new DayParser(),
      a: new AMPMParser(), h: new Hour1to12Parser(), H: new Hour0to23Parser(), m: new MinuteParser(), s: new SecondParser(),
    };
  `,
  // Only the English names that parsing reads: nothing formats with them.
  '/date-fns/_lib/defaultLocale.js': `
    import { match } from '../locale/en-US/_lib/match.js';
    export const defaultLocale = { match };
  `,
  // Forms of a language: no directive is translated to one.
  '/date-fns/_lib/format/longFormatters.js': 'export const longFormatters = {};',
};

/** @throws {Error} when the code differs from the expected: a later version of the library. */
function leaveOut(code: string, changes: readonly (readonly [RegExp | string, string])[]): string {
  return changes.reduce((rest, [part, instead]) => {
    const next = rest.replaceAll(part, instead);
    if (next === rest) throw new Error(`A library has no ${String(part)} any more: see replace-libraries.ts.`);
    return next;
  }, code);
}

/**
 * Removes unreachable code from the runner's libraries, so that the page stays small. The runner of a server has them
 * whole.
 *
 * @spec CO43, CO44
 */
export function replaceLibraries(): Plugin {
  return {
    name: 'replace-libraries',
    enforce: 'pre',
    resolveId: (source) => (replaced.test(source) ? replacement : null),
    load(id) {
      const path = id.replaceAll('\\', '/').replace(/\?.*$/, '');
      const end = Object.keys(parts).find((each) => path.endsWith(each));
      const part = end === undefined ? undefined : parts[end];
      if (part === undefined) return null;
      const code = typeof part === 'string' ? part : part(readFileSync(path, 'utf8'));
      return { code, moduleSideEffects: false };
    },
  };
}
