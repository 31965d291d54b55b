import type { JsonValue } from '@botwright/core/diagram';
import { listOf, member, numberOf, pointerTo, textOf } from '../json.ts';
import { isWebAddress } from './bubbles.ts';
import { type ReadCondition, readCondition } from './conditions.ts';
import {
  addBlock,
  type Conversion,
  type Converter,
  carry,
  excerpt,
  fillIn,
  leaveOut,
  optionsOf,
  remark,
  reportAddress,
} from './conversion.ts';
import { type Flow, reachOf, type SourceBlock } from './flow.ts';
import { script } from './scripts.ts';
import { setVariable } from './set-variable.ts';

interface Case {
  readonly id: string;
  readonly pointer: string;
  readonly read: ReadCondition;
  readonly to: string | undefined;
}

/** @spec IM23, IM60 */
const condition: Converter = (block, conversion) => {
  const { flow, at } = conversion;
  const cases = listOf(member(block.json, 'items')).map((item, nth): Case => {
    const pointer = pointerTo(block.pointer, 'items', nth);
    const read = readCondition(member(item, 'content'), conversion);
    reportCondition(read, member(item, 'content'), pointer, conversion, block.place);
    const to = flow.follow(member(item, 'outgoingEdgeId'));
    return { id: textOf(member(item, 'id')), pointer, read, to };
  });
  const otherwise = flow.next(block);
  const holding = cases.filter(({ read }) => read.parts.length > 0);
  remark(conversion, block.pointer, ['carried', 'carried', 'The condition is a condition.'], block.place);
  const isOfOneParts = holding.every(({ read }) => read.parts.length === 1);
  if (holding.length > 1 && at.has('switch') && isOfOneParts && holding.length <= at.mostOf('switch', 'cases')) {
    return switchOf(block, conversion, holding, otherwise);
  }
  // From the last one: each leads to the next when it does not hold.
  let next = otherwise;
  for (const { read, to } of [...holding].reverse()) {
    let onTrue = to;
    for (const part of [...read.parts].reverse()) {
      onTrue = addBlock(conversion, block, 'conditions', part, [
        ['true', onTrue],
        ['false', next],
      ]);
    }
    next = onTrue;
  }
  return next;
};

function reportCondition(
  { parts, dropped, changes }: ReadCondition,
  content: JsonValue | undefined,
  pointer: string,
  conversion: Conversion,
  place: string,
): void {
  const target = parts.length === 0 ? undefined : place;
  remark(conversion, pointer, ['carried', 'carried', 'The case is a condition.'], target);
  for (const [nth] of listOf(member(content, 'comparisons')).entries()) {
    const at = pointerTo(pointer, 'content', 'comparisons', nth);
    remark(conversion, at, ['carried', 'carried', 'The comparison is a comparison.'], target);
  }
  for (const what of dropped) {
    remark(conversion, pointer, ['lost', 'condition-formula', `${what} has no form, and never holds.`], target);
  }
  for (const message of changes) remark(conversion, pointer, ['changed', 'condition-formula', message], target);
}

function switchOf(
  block: SourceBlock,
  conversion: Conversion,
  cases: readonly Case[],
  otherwise: string | undefined,
): string {
  const ids = new Set<string>();
  const named = cases.map((each, nth) => {
    const id = /^[\w.:-]{1,64}$/.test(each.id) && each.id !== 'else' && !ids.has(each.id) ? each.id : `case${nth + 1}`;
    ids.add(id);
    return { ...each, id };
  });
  return addBlock(conversion, block, 'switch', { cases: named.map(({ id, read }) => ({ id, ...read.parts[0] })) }, [
    ...named.map(({ id, to }) => [`$${id}`, to] as const),
    ['$else', otherwise],
  ]);
}

const jump: Converter = (block, conversion) => {
  const { flow } = conversion;
  const options = optionsOf(block);
  const groupId = member(options, 'groupId');
  const named = /^\{\{.+\}\}$/.test(textOf(groupId));
  const target = named ? undefined : flow.placeOf(groupId, member(options, 'blockId'));
  if (textOf(groupId) === '') {
    remark(conversion, block.pointer, ['carried', 'carried', 'A jump to nowhere is left out.']);
    return flow.fallThrough(block);
  }
  if (target === undefined) {
    const message = named ? 'The jump to a group that a variable names' : 'The jump to a group that does not exist';
    remark(conversion, block.pointer, ['lost', 'edge-dangling', `${message} ends the conversation.`]);
    return undefined;
  }
  const calls = callsOf(conversion);
  if (calls.has(block)) {
    const key = call(block, conversion, conversion.own.number, conversion.own.name, target);
    if (mayEndWithin(block, conversion)) {
      const message = 'Where the blocks behind the jump end without a return, the conversation comes back, too.';
      remark(conversion, block.pointer, ['changed', 'link-outside', message], key);
    }
    if ([...calls].some((outer) => within(outer, conversion).has(block))) {
      const message = 'After a jump within a jump, a second return goes back to the first jump, and did not before.';
      remark(conversion, block.pointer, ['changed', 'link-outside', message], key);
    }
    return key;
  }
  remark(conversion, block.pointer, ['carried', 'carried', 'The jump is a connection.'], target);
  return target;
};

const isReturn = ({ type }: SourceBlock): boolean => type === 'Return';

/** The blocks behind the goal of a jump, up to the returns. */
function within(jump: SourceBlock, { flow }: Conversion): ReadonlySet<SourceBlock> {
  return reachOf([flow.goal(jump)], (each) => (isReturn(each) ? [] : [...flow.after(each), flow.goal(each)]));
}

function mayEndWithin(jump: SourceBlock, conversion: Conversion): boolean {
  const { flow } = conversion;
  const endsCase = ({ type, json }: SourceBlock): boolean =>
    type === 'Condition' && listOf(member(json, 'items')).some((item) => textOf(member(item, 'outgoingEdgeId')) === '');
  const isEnd = (each: SourceBlock): boolean =>
    !isReturn(each) && flow.next(each) === undefined && flow.goal(each) === undefined;
  return [...within(jump, conversion)].some((each) => endsCase(each) || isEnd(each));
}

const known = new WeakMap<Flow, ReadonlySet<SourceBlock>>();

/** The jumps behind which there is a block, and a return behind whose goal leads to it. */
function callsOf(conversion: Conversion): ReadonlySet<SourceBlock> {
  const { flow, at } = conversion;
  const found =
    known.get(flow) ??
    new Set(
      flow.groups
        .flatMap(({ blocks }) => blocks)
        .filter(({ type }) => type === 'Jump' && at.has('go_back'))
        .filter((jump) => flow.fallThrough(jump) !== undefined && [...within(jump, conversion)].some(isReturn)),
    );
  known.set(flow, found);
  return found;
}

/** Whether a block can go to another place and come back. */
const canCall = ({ at }: Conversion): boolean => at.hasParam('bot_link', 'mode');

/** @param node - The place to go to; the greeting without one. */
function call(block: SourceBlock, conversion: Conversion, bot: number, name: string, node: string | undefined): string {
  const { flow } = conversion;
  const next = block.type === 'Jump' ? flow.fallThrough(block) : flow.next(block);
  const isCall = canCall(conversion) && next !== undefined;
  const params = { bot, bot_number: bot, bot_channel_family: conversion.family, bot_name: name };
  const key = addBlock(
    conversion,
    block,
    'bot_link',
    { ...params, ...(isCall ? { mode: 'call' } : {}) },
    isCall ? [['$success', next]] : [],
    node,
  );
  carry(conversion, block, key, 'The link is a link.');
  if (next !== undefined && !isCall) {
    const message = 'The conversation does not come back from the linked bot.';
    remark(conversion, block.pointer, ['lost', 'link-outside', message], key);
  }
  return key;
}

/** @spec IM26 */
const link: Converter = (block, conversion) => {
  const { flow, linked, own, needs } = conversion;
  const options = optionsOf(block);
  const id = textOf(member(options, 'typebotId'));
  const groupId = member(options, 'groupId');
  const other = linked.get(id);
  if (id === 'current' || other?.number === own.number) {
    const target = textOf(groupId) === '' ? flow.start : flow.groupStart(groupId);
    if (target === undefined) {
      return leaveOut(conversion, block, 'edge-dangling', 'The link leads to a group that does not exist.');
    }
    if (canCall(conversion) && flow.next(block) !== undefined)
      return call(block, conversion, own.number, own.name, target);
    remark(conversion, block.pointer, ['carried', 'carried', 'The link within the bot is a connection.'], target);
    if (flow.next(block) !== undefined) {
      const message = 'The conversation does not come back from the linked group.';
      remark(conversion, block.pointer, ['lost', 'link-outside', message], target);
    }
    return target;
  }
  if (other === undefined) {
    needs.push({ kind: 'bot', name: id, block_id: block.place });
    const hint = 'Import the other bot in the same command.';
    return leaveOut(conversion, block, 'link-outside', `The linked bot ${excerpt(id)} is not among the files.`, hint);
  }
  if (textOf(groupId) !== '') {
    const message = 'The link leads to the start of the other bot, not to one of its groups.';
    remark(conversion, block.pointer, ['changed', 'link-outside', message], block.place);
  }
  return call(block, conversion, other.number, other.name, undefined);
};

/** @spec IM63 */
const goBack: Converter = (block, conversion) => {
  if (!conversion.at.has('go_back')) {
    remark(conversion, block.pointer, [
      'lost',
      'link-outside',
      'The conversation does not return to the jump, and ends.',
    ]);
    return undefined;
  }
  const { flow } = conversion;
  const calls = callsOf(conversion);
  const next = flow.fallThrough(block);
  if (![...calls].some((jump) => within(jump, conversion).has(block))) {
    remark(conversion, block.pointer, ['carried', 'carried', 'A return without a jump before it goes on.']);
    return next;
  }
  const key = addBlock(conversion, block, 'go_back', {}, []);
  carry(conversion, block, key, 'The return is a return.');
  const outside = reachOf([flow.first], (each) => [...flow.after(each), calls.has(each) ? undefined : flow.goal(each)]);
  if (next !== undefined && outside.has(block)) {
    const message = 'Where no jump leads to the return, the conversation ends, and does not go on behind the return.';
    remark(conversion, block.pointer, ['changed', 'link-outside', message], key);
  }
  return key;
};

/** Longer waits are follow-ups, without a sign of typing. Seconds. */
const longestTyping = 25;

const wait: Converter = (block, conversion) => {
  const { at, flow } = conversion;
  const options = optionsOf(block);
  const given = textOf(member(options, 'secondsToWaitFor'));
  const seconds = numberOf(member(options, 'secondsToWaitFor'));
  if (member(options, 'shouldPause') === true) {
    remark(
      conversion,
      block.pointer,
      ['changed', 'setting-dropped', 'The bot does not stop before the wait.'],
      block.place,
    );
  }
  if (seconds === undefined || seconds <= 0) {
    if (given.trim() === '' || seconds !== undefined) {
      remark(conversion, block.pointer, ['carried', 'carried', 'A wait of no time is left out.']);
      return flow.next(block);
    }
    return leaveOut(conversion, block, 'setting-dropped', `The bot does not wait ${excerpt(given)} seconds.`);
  }
  if (!at.has('wait')) {
    return leaveOut(conversion, block, 'setting-dropped', `The bot does not wait ${seconds} seconds.`);
  }
  const bounded = Math.min(Math.max(seconds, 0.1), 2_592_000);
  const key = addBlock(conversion, block, 'wait', { seconds: bounded, typing: bounded <= longestTyping }, [
    ['$success', flow.next(block)],
  ]);
  carry(conversion, block, key, 'The wait is a wait.');
  return key;
};

const redirect: Converter = (block, conversion) => {
  const { at, flow } = conversion;
  const options = optionsOf(block);
  const url = fillIn(conversion, member(options, 'url'), block.pointer).trim();
  if (url === '') {
    remark(conversion, block.pointer, ['carried', 'carried', 'A redirect to nowhere is left out.']);
    return flow.next(block);
  }
  const address = isWebAddress(url) || /^(?:mailto|tel):/i.test(url) ? url : `https://${url}`;
  const target = member(options, 'isNewTab') === true ? 'new' : 'same';
  if (at.has('open_url')) {
    const key = addBlock(conversion, block, 'open_url', { url: address, target }, [['$success', flow.next(block)]]);
    carry(conversion, block, key, 'The redirect opens a page.');
    if (/.@\{/.test(address)) reportAddress(conversion, block, key);
    return key;
  }
  const key = addBlock(conversion, block, 'send_text', { text: address }, [['$success', flow.next(block)]]);
  remark(
    conversion,
    block.pointer,
    ['changed', 'media-kind', 'The page does not open by itself: the bot says its address.'],
    key,
  );
  return key;
};

/** @spec IM60 */
const split: Converter = (block, conversion) => {
  const { at, flow } = conversion;
  const share = numberOf(member(optionsOf(block), 'aPercent')) ?? 50;
  const items = listOf(member(block.json, 'items'));
  const [a, b] = items.map((item) => flow.follow(member(item, 'outgoingEdgeId')));
  const pathB = b ?? flow.fallThrough(block);
  const paths = [a ?? pathB, pathB];
  for (const [nth] of items.entries()) {
    const pointer = pointerTo(block.pointer, 'items', nth);
    remark(conversion, pointer, ['carried', 'carried', 'The branch is a branch.'], block.place);
  }
  const whole = Math.min(Math.max(Math.round(share), 0), 100);
  if (at.has('ab_split') && whole > 0 && whole < 100) {
    const branches = [
      { id: 'a', name: 'A', weight: whole },
      { id: 'b', name: 'B', weight: 100 - whole },
    ];
    const key = addBlock(conversion, block, 'ab_split', { branches }, [
      ['$a', paths[0]],
      ['$b', paths[1]],
    ]);
    carry(conversion, block, key, 'The test of two branches is a split.');
    return key;
  }
  const isB = whole < 50;
  const message = `All visitors take branch ${isB ? 'B' : 'A'} of the test.`;
  remark(conversion, block.pointer, ['lost', 'setting-dropped', message]);
  return isB ? paths[1] : paths[0];
};

export const logic: Readonly<Record<string, Converter>> = {
  'Set variable': setVariable,
  Condition: condition,
  Redirect: redirect,
  Code: script,
  'Typebot link': link,
  Wait: wait,
  'AB test': split,
  Jump: jump,
  Return: goBack,
  webhook: (block, conversion) =>
    leaveOut(conversion, block, 'integration-unknown', 'The bot does not wait for a call of another system.'),
};
