/** Calls the Platform API or APIchat: POST with a body, otherwise GET. */
export async function callToken(
  url: string,
  token: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Token ${token}`, connection: 'close', 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: await answer.json() };
}
