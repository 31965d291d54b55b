import { faultMessages } from '../../domain/inputs/fault-messages.ts';
import type { BotCommand, BotLifecycleContext } from '../../domain/lifecycle/bot-command.ts';
import type { BotEffect, BotEffectKind, BotRefusal } from '../../domain/lifecycle/bot-decision.ts';
import { botLifecycle } from '../../domain/lifecycle/bot-lifecycle.ts';
import type { BotLifecycleState } from '../../domain/lifecycle/bot-state.ts';
import type { CheckResult, Violation } from '../../domain/rules/violation.ts';
import type { BotRecord } from '../../records/bots.ts';
import { EngineError, type ErrorCode, errorCatalog } from '../engine-error.ts';

export interface DecisionFacts {
  readonly context?: BotLifecycleContext;
  /** The check whose counts the command has; a refusal lists its violations. */
  readonly check?: CheckResult;
  /** The error to throw for a refusal `invalid_parameters`; it names the wrong parameter. */
  readonly invalid?: EngineError;
}

/**
 * Lets the life cycle decide on a command, and returns the effects to carry out.
 *
 * @throws {EngineError} the refusal, with the violations of the check if there was one.
 */
export function effectsOf(
  state: BotLifecycleState,
  command: BotCommand,
  facts: DecisionFacts = {},
): readonly BotEffect[] {
  const decision = botLifecycle.decide(state, command, facts.context);
  if (decision.kind === 'refused') throw refusalError(decision, facts);
  return decision.effects;
}

/**
 * Refuses a command that the life cycle does not allow. For commands whose effects are decided later or are outside of
 * the life cycle.
 *
 * @throws {EngineError} the refusal.
 */
export function assertAllowed(state: BotLifecycleState, command: BotCommand, facts?: DecisionFacts): void {
  effectsOf(state, command, facts);
}

export function refusalError({ code }: BotRefusal, { check, invalid, context }: DecisionFacts): EngineError {
  if (code === 'invalid_parameters' && invalid !== undefined) return invalid;
  if (code === 'channel_family_not_accepted' && context?.channelFamilies !== undefined) {
    return new EngineError(code, {
      message: `This channel family is not known. ${faultMessages.oneOf(context.channelFamilies)}`,
    });
  }
  if (code === 'workspace_required' || code === 'workspace_not_accepted') {
    return workspaceError(code, context?.workspaces ?? []);
  }
  return violationsError(code, check?.violations ?? [], check?.total);
}

/**
 * The refusal of a workspace.
 *
 * @param workspaces - The workspaces of the caller.
 * @spec ER14
 */
export function workspaceError(
  code: 'workspace_required' | 'workspace_not_accepted',
  workspaces: readonly number[],
): EngineError {
  const [first] = workspaces;
  if (first === undefined) {
    const message =
      'The caller is in no workspace: "workspaces": [] means none, so nothing can be seen or made. ' +
      'A token without the member "workspaces" is in all of its brand.';
    return new EngineError(code, { message });
  }
  return new EngineError(code, {
    message: `${errorCatalog[code].message} ${faultMessages.oneOf(workspaces.map(String))}`,
  });
}

/** Finds the effect of this kind. Throws when there is none: then the use-case and the life cycle do not match. */
export function effectOf<TKind extends BotEffectKind>(
  effects: readonly BotEffect[],
  kind: TKind,
): Extract<BotEffect, { readonly kind: TKind }> {
  const found = effects.find((effect): effect is Extract<BotEffect, { readonly kind: TKind }> => effect.kind === kind);
  if (found === undefined) throw new Error(`A decision has no effect ${kind}.`);
  return found;
}

export function hasEffect(effects: readonly BotEffect[], kind: BotEffectKind): boolean {
  return effects.some((effect) => effect.kind === kind);
}

/**
 * Makes the error for a diagram with violations: `linked_bot_not_found` when all of them are links to unknown bots.
 *
 * @param total - The total number of violations. Default: the number of given violations.
 * @spec BO6, DR26
 */
export function violationsError(
  code: ErrorCode,
  violations: readonly Violation[],
  total: number = violations.length,
): EngineError {
  const areLinks = violations.length > 0 && violations.every((found) => found.code === 'linked_bot_not_found');
  return new EngineError(areLinks ? 'linked_bot_not_found' : code, { violations, violationsTotal: total });
}

/** The live version of a stored bot, for decisions. */
export function liveOf({ liveVersion }: BotRecord): NonNullable<BotLifecycleState['live']> {
  return liveVersion === undefined ? 'none' : { id: liveVersion };
}
