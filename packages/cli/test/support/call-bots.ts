/** One call of the Bots API, with the results that most tests check. */
export async function callBots(
  base: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: unknown }> {
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: {
      // Commands block the process of a test: the server closes an idle connection meanwhile.
      connection: 'close',
      ...(token === undefined ? {} : { authorization: `Token ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}
