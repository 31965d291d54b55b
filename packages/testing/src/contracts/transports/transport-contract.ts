import type { ContractTest } from '../contract.ts';
import { within } from '../within.ts';
import { type TransportCase, transportCases } from './transport-cases.ts';
import type { TransportSubject } from './transport-subject.ts';

/** The transport to test. */
interface TransportContractOptions {
  /** Makes a transport on a new pretended platform. Called for each test, possibly for several at a time. */
  open(): TransportSubject | Promise<TransportSubject>;
  /** Texts that no result and no error may have, such as the token of the bot. Default: none. */
  readonly secrets?: readonly string[];
  /** Milliseconds after which a running test fails. Default 30,000. */
  readonly limitMs?: number;
}

/**
 * Lists the tests that show whether a transport follows its rules: order, retry, duplicate, slow, refuse, and every
 * content. Pass each test to any test runner.
 *
 * @example
 * for (const { title, run } of transportContract({ open: () => myTransportOnPretendedPlatform() })) {
 *   test(title, run);
 * }
 */
export function transportContract(options: TransportContractOptions): readonly ContractTest[] {
  return transportCases.map((each) => ({
    rule: each.rule,
    title: `[${each.rule}] ${each.title}`,
    run: () => runCase(each, options),
  }));
}

async function runCase(
  { rule, title, run }: TransportCase,
  { open, secrets = [], limitMs = 30_000 }: TransportContractOptions,
): Promise<void> {
  const subject = await within(limitMs, 'open()', open());
  try {
    await within(limitMs, 'The test', run(watched(subject, secrets)));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The transport breaks the rule ${rule}: "${title}" does not hold.\n${reason}`, { cause });
  } finally {
    await within(limitMs, 'close()', subject.close?.());
  }
}

/** The subject with a transport whose results and errors are searched for secrets. @spec TP17 */
function watched(subject: TransportSubject, secrets: readonly string[]): TransportSubject {
  const check = (said: unknown): void => {
    const text = textOf(said);
    if (secrets.some((secret) => text.includes(secret))) throw new Error('[TP17] A result or an error has a secret.');
  };
  return {
    ...subject,
    shown: () => subject.shown(),
    setMood: (mood) => subject.setMood(mood),
    transport: {
      async deliver(delivery) {
        try {
          const result = await subject.transport.deliver(delivery);
          check(result);
          return result;
        } catch (error) {
          check(error);
          throw error;
        }
      },
    },
  };
}

function textOf(said: unknown): string {
  if (said instanceof Error) return `${said.stack} ${textOf(said.cause)}`;
  return typeof said === 'string' ? said : (JSON.stringify(said) ?? '');
}
