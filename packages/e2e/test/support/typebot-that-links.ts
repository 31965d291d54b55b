/** An export of Typebot whose bot says a text, then calls the bot `Back`. */
export function typebotThatLinks(name: string): unknown {
  const blocks = [
    {
      id: `${name}-text`,
      type: 'text',
      content: { richText: [{ type: 'p', children: [{ text: `Hello from ${name}` }] }] },
    },
    { id: `${name}-link`, type: 'Typebot link', options: { typebotId: 'bot-Back' } },
  ];
  return {
    version: '6.1',
    id: `bot-${name}`,
    name,
    events: [{ id: 'start', type: 'start', outgoingEdgeId: 'e1', graphCoordinates: { x: 0, y: 0 } }],
    groups: [
      {
        id: 'g1',
        title: 'All',
        graphCoordinates: { x: 0, y: 0 },
        blocks: name === 'Back' ? blocks.slice(0, 1) : blocks,
      },
    ],
    edges: [{ id: 'e1', from: { eventId: 'start' }, to: { groupId: 'g1' } }],
    variables: [],
    theme: {},
    settings: { typingEmulation: { enabled: true } },
  };
}
