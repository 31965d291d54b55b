import type { ErrorCode } from '@botwright/core';
import type fc from 'fast-check';
import { expect } from 'vitest';
import { checkModel } from './check-model.ts';
import type { Model, ModelBot } from './model.ts';
import type { Answer, Systems } from './systems.ts';

export type Command = fc.AsyncCommand<Model, Systems>;

/** A command that is always possible. After it everything is read and compared with the model. */
export function command(title: string, run: (model: Model, systems: Systems) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, systems) {
      await run(model, systems);
      await checkModel(model, systems);
    },
    toString: () => title,
  };
}

/** A command on a bot that exists or was destroyed. */
export function onBot(
  title: string,
  pick: number,
  run: (bot: ModelBot, systems: Systems, model: Model) => Promise<void>,
): Command {
  const pickFrom = (model: Model): ModelBot | undefined => model.bots[pick % model.bots.length];
  return {
    ...command(title, async (model, systems) => {
      const bot = pickFrom(model);
      if (bot !== undefined) await run(bot, systems, model);
    }),
    check: (model) => pickFrom(model) !== undefined,
    toString: () => `${title} of bot ${pick}`,
  };
}

/** Compares an answer with the expected one. */
export function replyTo<T>(answer: Answer<T>): { is(code: ErrorCode): void; isDone(): T } {
  return {
    is: (code) => expect(answer).toMatchObject({ kind: 'refused', code }),
    isDone() {
      if (answer.kind === 'refused') throw new Error(`Refused with ${answer.code}, which the model does not expect.`);
      return answer.value;
    },
  };
}
