import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Packages of which formulas use next to nothing, and what stands in their place. */
const replaced = /^@bufbuild\/(?:protobuf(?:\/(?:reflect|wkt))?|cel-spec\/cel\/expr\/(?:checked|syntax)_pb\.js)$/;
const replacement = fileURLToPath(new URL('page/libraries/protobuf.ts', import.meta.url));

/**
 * Files of libraries that list all that the library can do, by the end of their path, and what they become: the part
 * that the runner uses, of the same library.
 */
const parts: Readonly<Record<string, string | ((code: string) => string)>> = {
  // Loads styles, and modules ahead of their use: no part of the page that is loaded later has any.
  'vite/preload-helper.js': 'export const __vitePreload = (load) => load();',
  // A formula that makes a message is refused before it is planned.
  '/@bufbuild/cel/dist/esm/object.js': `
    export const celObject = () => { throw new RangeError('A formula makes no messages.'); };
  `,
  // The runner has functions of its own in the place of those that read the parts of a moment.
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
  // Of a pattern, nothing but whether a text has it.
  '/@bufbuild/re2/dist/esm/index.js': `
    import { RE2 } from './RE2.js';
    const compile = (text) => { const pattern = RE2.compile(text); return { test: (searched) => pattern.match(searched) }; };
    export const RE2JS = { compile };
  `,
  // Letters that are new in Unicode 16: browsers know them by themselves.
  '/@bufbuild/re2/dist/esm/UnicodeTables.js': (code) =>
    leaveOut(code, [
      [/const _DELTA_(?:CATEGORIES|SCRIPTS) = .*?\n\}\);/gs, ''],
      [/const delta = .*?;\n/gs, ''],
      ['delta ? mergeRanges(base, delta) : base', 'base'],
      [/_delta\w+Ranges: .*?,\n/g, ''],
    ]),
  // Two ways of searching faster. Without them the same program is run by the third, which needs no tables.
  '/@bufbuild/re2/dist/esm/Prefilter.js': `
    export const Prefilter = { Type: { NONE: 0 } };
    export const PrefilterTree = { build: () => ({ type: 0 }) };
  `,
  '/@bufbuild/re2/dist/esm/DFA.js': 'export class DFA { match() { return null; } }',
  // The letters that the runner translates directives of strftime into.
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
  // Of the English language, the names that are read: nothing is written in it.
  '/date-fns/_lib/defaultLocale.js': `
    import { match } from '../locale/en-US/_lib/match.js';
    export const defaultLocale = { match };
  `,
  // Forms that are a language's own: no directive is translated into one.
  '/date-fns/_lib/format/longFormatters.js': 'export const longFormatters = {};',
};

/** @throws {Error} when the code is not as it was when this was written: a later version of the library. */
function leaveOut(code: string, changes: readonly (readonly [RegExp | string, string])[]): string {
  return changes.reduce((rest, [part, instead]) => {
    const next = rest.replaceAll(part, instead);
    if (next === rest) throw new Error(`A library has no ${String(part)} any more: see replace-libraries.ts.`);
    return next;
  }, code);
}

/**
 * Leaves out of the runner's libraries what no bot reaches, so that the page stays small. The runner of a server has
 * them whole.
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
