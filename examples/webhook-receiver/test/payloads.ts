/** Bodies by the rules MS20 to MS33, with the members that a receiver reads. */
export const secondsOf = (time: string): number => Date.parse(`2026-11-21T${time}Z`) / 1_000;

export function hookBody(seq: number, time: string, body: string): string {
  const entry = {
    type: 'text',
    timestamp: secondsOf(time),
    data: { body },
    sender: { id: 12, name: 'Ana', type: 'customer' },
    customer: { id: 12, agent_id: null, archived: false, name: 'Ana', is_external: 'False', city: 'Lima' },
    channel: { id: 3, name: 'Front desk', type: 'native' },
    _raw: { uuid: `0199f3a1-7b6e-7d51-a1a0-00000000000${seq}`, chat: 12, author_type: 'user', read: false, seq },
  };
  return JSON.stringify({ messages: [entry] });
}

export function chatBody(time: string, message: Readonly<Record<string, unknown>>, channel = 4): string {
  const customer = { id: 9, token: '+34600', name: 'Bo', phone: '', email: '', register_date: 1_763_700_000 };
  return JSON.stringify({
    messages: [{ timestamp: secondsOf(time), ...message }],
    customer,
    channel: { id: channel, name: 'Bridge' },
    agent: { id: 2, type: 'bot' },
  });
}
