import { findJsonFault } from '../json/find-json-fault.ts';
import { paramTests } from '../rules/params/param-tests.ts';
import type { BlockDefinition, BlockVariant, ParamDefinition, ParamType } from './block-definition.ts';
import { planTiers } from './block-definition.ts';

const functions = [
  ...(['setsFields', 'savesFields', 'readsFields', 'needsFields', 'fieldsAfter'] as const),
  ...(['answerForms', 'nestedFormulas', 'check', 'isQuiet', 'saysNothing'] as const),
];

const paramTypes: readonly ParamType[] = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'any'];

/**
 * Checks a block definition at run time: rules that types cannot express, and types for JavaScript callers.
 *
 * @param patternOf - Compiles the pattern of a param; throws for a faulty one.
 * @throws {TypeError} Names the block, the place and the problem.
 * @spec BL12
 */
export function validateBlock(
  definition: BlockDefinition,
  patternOf: (param: ParamDefinition) => RegExp | undefined,
): void {
  const refuse = refuser(`Block "${String(definition?.name)}"`);
  for (const member of ['name', 'template', 'title', 'description', 'group'] as const) {
    if (!isText(definition?.[member])) refuse(`"${member}" must be a text that is not blank`);
  }
  for (const member of ['placeable', 'canBeWelcome', 'waits'] as const) {
    if (typeof definition[member] !== 'boolean') refuse(`"${member}" must be true or false`);
  }
  for (const member of functions) {
    if (!['undefined', 'function'].includes(typeof definition[member])) refuse(`"${member}" must be a function`);
  }
  for (const member of ['setsOtherFields', 'mayEnd'] as const) {
    if (!['undefined', 'boolean'].includes(typeof definition[member])) refuse(`"${member}" must be true or false`);
  }
  for (const member of ['mayGoOnAtOnce', 'savesText'] as const) {
    if (['undefined', 'boolean', 'function'].includes(typeof definition[member])) continue;
    refuse(`"${member}" must be true, false or a function`);
  }
  const {
    variants,
    references = [],
    formulas = [],
    urls = [],
    opens = [],
    texts = [],
    emails = [],
    recipients = [],
    takesLateReferences = [],
    instructs = [],
    ranges = [],
    offers,
    phrases,
  } = definition;
  if (!isList(variants) || (definition.placeable && variants.length === 0)) refuse('it needs a variant');
  for (const [index, variant] of variants.entries()) {
    validateVariant(variant, patternOf, refuser(`Block "${definition.name}", variant ${index}`));
  }

  const names = new Set(variants.flatMap(({ params }) => params.map(({ name }) => name)));
  if (!isList(ranges) || !ranges.every((range) => isList(range) && range.length === 2)) {
    refuse('"ranges" must be a list of pairs of params');
  }
  const offered = offers === undefined ? [] : [offers.param];
  for (const [member, list] of Object.entries({
    formulas,
    urls,
    opens,
    texts,
    emails,
    recipients,
    takesLateReferences,
    instructs,
    ranges: ranges.flat(),
    offers: offered,
    phrases: phrases === undefined ? [] : [phrases.param],
  })) {
    if (!isList(list)) refuse(`"${member}" must be a list of params`);
    const unknown = list.find((param) => !names.has(member === 'urls' ? (param.split('/')[0] as string) : param));
    if (unknown !== undefined) refuse(`"${member}" names the param "${unknown}", which it does not have`);
  }
  for (const { param, ...reference } of references) {
    if (!names.has(param)) refuse(`a reference names the param "${param}", which it does not have`);
    if (reference.to === 'account' ? !isText(reference.kind) : reference.to !== 'bot' && reference.to !== 'model') {
      refuse(`the reference of the param "${param}" must be to a bot, to a model, or to an account of some kind`);
    }
    if (reference.to === 'bot' && reference.block !== undefined && !names.has(reference.block)) {
      refuse(`a reference names the param "${reference.block}", which it does not have`);
    }
  }
}

type Refuse = (fault: string) => never;

function refuser(place: string): Refuse {
  return (fault) => {
    throw new TypeError(`${place}: ${fault}.`);
  };
}

function validateVariant(
  { selector, params, outputs, outputDerivations, requiredTier, channelRestriction }: BlockVariant,
  patternOf: (param: ParamDefinition) => RegExp | undefined,
  refuse: Refuse,
): void {
  for (const [member, list] of Object.entries({ selector, params, outputs, outputDerivations })) {
    if (!isList(list)) refuse(`"${member}" must be a list`);
  }
  const byName = new Map(params.map((param) => [param.name, param]));
  if (byName.size < params.length) refuse('two params have one name');
  for (const param of params) validateParam(param, byName, patternOf, refuse);

  for (const { param, values } of selector) {
    if (!byName.has(param)) refuse(`the selector names the param "${param}", which it does not have`);
    if (!isList(values) || values.length === 0) refuse(`the selector gives no values for the param "${param}"`);
  }
  if (!outputs.every(isText) || new Set(outputs).size < outputs.length)
    refuse('outputs must be texts, each given once');
  for (const { param, each, prefix } of outputDerivations) {
    const derivedFrom = byName.get(param);
    if (derivedFrom?.type !== 'array') refuse(`outputs are derived from the param "${param}", which is not a list`);
    if (!isText(each) || typeof prefix !== 'string') refuse(`outputs derived from "${param}" need "each" and "prefix"`);
  }
  if (!planTiers.includes(requiredTier)) refuse(`there is no tier "${requiredTier}"`);
  if (channelRestriction !== undefined && !(isList(channelRestriction) && channelRestriction.every(isText))) {
    refuse('"channelRestriction" must be a list of channel families');
  }
}

function validateParam(
  param: ParamDefinition,
  byName: ReadonlyMap<string, ParamDefinition>,
  patternOf: (param: ParamDefinition) => RegExp | undefined,
  refuse: Refuse,
): void {
  const { name, type, required, default: fallback, rules, readWhen, description } = param;
  if (!isText(name)) refuse('a param has no name');
  if (!paramTypes.includes(type)) refuse(`the param "${name}" has the type "${type}", which is none`);
  if (typeof required !== 'boolean') refuse(`the param "${name}" must say whether it is required`);
  if (typeof description !== 'string') refuse(`the param "${name}" must have a description`);
  if (typeof rules !== 'object' || rules === null) refuse(`the param "${name}" must have rules, if empty ones`);
  if (name === 'version' && type !== 'integer') refuse('the param "version" must be an integer');
  if (readWhen !== undefined && !byName.has(readWhen.param)) {
    refuse(`the param "${name}" is read by "${readWhen.param}", which it does not have`);
  }

  let pattern: RegExp | undefined;
  try {
    pattern = patternOf(param);
  } catch (cause) {
    refuse(`the pattern of the param "${name}" is faulty: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
  if (fallback === undefined) return;
  if (findJsonFault(fallback) !== undefined) refuse(`the default of the param "${name}" is not JSON`);
  const broken = paramTests(param, pattern).find(({ accepts }) => !accepts(fallback));
  if (broken !== undefined) refuse(`the default of the param "${name}" should ${broken.expected}`);
}

function isList(value: unknown): boolean {
  return Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
