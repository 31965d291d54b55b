import { celText } from '../code/cel.ts';
import { branch } from '../drafting/branch.ts';
import { Chain } from '../drafting/draft.ts';
import { listOf, member, textOf } from '../json.ts';
import type { SourceAt } from '../source-order.ts';
import type { Work } from './work.ts';

/** Actions of the system that a visitor does not notice. */
const silent =
  /^action_(?:listen|default_fallback|reset_routing|clean_stack|run_slot_rejections|extract_slots|session_start|unlikely_intent|deactivate_loop|correct_flow_slot|cancel_flow|increase_.*)$/;

/** Slots that an action of the source sets. */
const mostSlots = 12;

/** Runs an action of the source: its server is called as a webhook. @spec IR7 */
export function runAction(work: Work, chain: Chain, name: string, at: SourceAt, read: readonly string[]): void {
  const { draft, project } = work;
  if (silent.test(name)) {
    draft.report(at, ['carried', 'carried', `The action “${name}” says nothing, and is left out.`]);
    return;
  }
  const { actionUrl } = project;
  if (actionUrl === undefined || !/^https?:\/\//i.test(actionUrl)) {
    draft.report(at, ['lost', 'integration-unknown', `The action “${name}” does nothing: its code does not run.`]);
    return;
  }
  const slots = slotsOf(work, name, read);
  const answer = work.ownField('action_answer');
  const sent = Object.fromEntries(
    [...project.slots.keys()].slice(0, 100).map((slot) => [slot, `@{${work.slot(slot)}}`]),
  );
  const failed = draft.place();
  const key = chain.add(
    'webhook',
    {
      url: actionUrl,
      method: 'POST',
      body: { next_action: name, sender_id: '@{id}', tracker: { sender_id: '@{id}', slots: sent }, domain: {} },
      destination: answer,
      saves: [{ path: '/responses/0/text', destination: work.ownField('action_text') }],
    },
    '$success',
    [['$failed', failed]],
  );
  draft.need('code', name, key);
  const message = `The server of actions is called for “${name}”: its first text is said, and the slots ${slots.join(', ') || '(none)'} are saved.`;
  draft.report(at, ['changed', 'integration-unknown', message], key);
  for (const slot of slots) {
    const next = draft.place();
    const expression = `fields[${celText(answer)}].events.filter(e, e.event == "slot" && e.name == ${celText(slot)}).map(e, e.value)[0]`;
    chain.add('formulas', { expression, destination: work.slot(slot) }, '$success', [['$failed', next]]);
    draft.builder.standsFor(next, chain.open);
  }
  const text = work.ownField('action_text');
  const speak = draft.place();
  const after = draft.place();
  branch(
    draft,
    chain.column,
    chain.open,
    [{ decision: { match: 'all', conditions: [{ field: text, operator: 'is_set' }] }, to: speak }],
    after,
  );
  const said = new Chain(draft, chain.column, speak);
  said.add('send_text', { text: `@{${text}}` });
  said.add('set_a_field', { field: text, action: 'UNSET' }, 'success');
  said.end(after);
  chain.continueAt(after);
  draft.builder.standsFor(failed, after);
}

/** The slots that name the action in their mappings, and the slots that the next conditions read. */
function slotsOf({ project }: Work, action: string, read: readonly string[]): readonly string[] {
  const mapped = [...project.slots].flatMap(([slot, { json }]) =>
    listOf(member(json, 'mappings')).some(
      (mapping) =>
        textOf(member(mapping, 'action')) === action || textOf(member(mapping, 'run_action_every_turn')) === action,
    )
      ? [slot]
      : [],
  );
  return [...new Set([...mapped, ...read.filter((slot) => project.slots.has(slot))])].slice(0, mostSlots);
}
