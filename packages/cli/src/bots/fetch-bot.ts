import { CommandFailure, systemErrorCode } from '../command-failure.ts';

interface BotSource {
  readonly from: string;
  readonly bot: string;
  readonly versionId?: string;
  readonly token?: string;
}

const timeoutMs = 30_000;

/**
 * Reads a draft or a version from a server, as a file that says the family of its bot.
 *
 * @throws {CommandFailure} When it cannot be read; the token is in no message.
 * @spec LC8
 */
export async function fetchBot({
  from,
  bot,
  versionId,
  token,
}: BotSource): Promise<{ readonly name: string; readonly text: string }> {
  const base = readBase(from);
  const id = /^\d+$/.test(bot) ? await findByNumber(base, Number(bot), token) : bot;
  const path = `/bots/${encodeURIComponent(id)}`;
  const read = (of: string) => fetchData(base, `${path}${of}`, token);
  const { channel_family, name = bot } = await read('');
  const { diagram } = await read(versionId === undefined ? '/draft' : `/versions/${encodeURIComponent(versionId)}`);
  const what = versionId === undefined ? 'draft' : `version ${versionId}`;
  return {
    name: `${what} of ${String(name)}`,
    text: JSON.stringify({ botwright: 1, bot: { channel_family }, diagram }, null, 2),
  };
}

const pageSize = 100;
const mostPages = 1000;

/** The interface knows a bot by its id, and lists bots with their numbers. @spec BP2 */
async function findByNumber(base: URL, number: number, token: string | undefined): Promise<string> {
  for (let page = 1; page <= mostPages; page += 1) {
    const listed = await fetchData(base, `/bots?page_size=${pageSize}&page=${page}`, token);
    const bots: readonly { readonly id?: unknown; readonly number?: unknown }[] = Array.isArray(listed) ? listed : [];
    const found = bots.find((bot) => bot.number === number);
    if (typeof found?.id === 'string') return found.id;
    if (bots.length < pageSize) break;
  }
  throw new CommandFailure('usage', `${base.href} has no bot with the number ${number}.`);
}

function readBase(from: string): URL {
  const base = URL.parse(from);
  if (base === null || !/^https?:$/.test(base.protocol)) {
    throw new CommandFailure(
      'usage',
      `--from is the address of a Bots API, such as https://bots.example.com/v0-alpha.`,
    );
  }
  return base;
}

async function fetchData(base: URL, path: string, token: string | undefined): Promise<Record<string, unknown>> {
  const url = new URL(`${base.pathname.replace(/\/$/, '')}${path}`, base);
  const shown = `${url.origin}${url.pathname}`;
  const refuse = (problem: string, cause?: unknown): CommandFailure =>
    new CommandFailure('usage', `${shown} ${problem}`, { cause });
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(url, {
      ...(token !== undefined && { headers: { authorization: `Token ${token}` } }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    body = await response.json().catch(() => undefined);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = systemErrorCode(cause) ?? (cause instanceof Error ? cause.message : message);
    throw refuse(`cannot be read (${reason}).`);
  }
  if (response.status === 401) {
    throw refuse(
      token === undefined
        ? 'needs an agent token: set BOTWRIGHT_TOKEN, or give --token.'
        : 'does not accept the token.',
    );
  }
  const { data, error } = (body ?? {}) as { readonly data?: unknown; readonly error?: { readonly message?: unknown } };
  if (response.ok && typeof data === 'object' && data !== null) return data as Record<string, unknown>;
  if (typeof error?.message === 'string') throw refuse(`answered ${response.status}: ${error.message}`);
  throw refuse(`answered ${response.status}, and not as a Bots API does. Its address ends as in /v0-alpha.`);
}
