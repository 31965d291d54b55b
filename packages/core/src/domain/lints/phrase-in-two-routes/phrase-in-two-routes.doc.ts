import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const phraseInTwoRoutesDoc: RuleDoc = {
  code: 'phrase-in-two-routes',
  group: 'Templates and params',
  title: 'Two routes have the same phrase',
  specs: ['UN13'],
  what: 'A route has a phrase with the words of a phrase of an earlier route of the block, whatever their case, their accents and the signs between them.',
  why: 'A visitor who writes the phrase is led by the first of the two: the second one does nothing.',
  mend: 'Remove the phrase from the route that does not mean it.',
  wrong: sketch(
    {
      wish: [
        'understand',
        {
          text: 'How can we help?',
          routes: [
            { id: 'order', name: 'An order', phrases: ['Where is my order?', 'It is not here'] },
            { id: 'refund', name: 'Money back', phrases: ['I want my money back', 'it is not here'] },
          ],
        },
      ],
      sales: ['human', {}],
      refund: ['human', {}],
      desk: ['human', {}],
    },
    ['welcome.$success--wish', 'wish.$order--sales', 'wish.$refund--refund', 'wish.$other--desk'],
  ),
  at: '/nodes/wish/params/routes/1/phrases/1',
  right: [[['nodes', 'wish', 'params', 'routes', 1, 'phrases'], ['I want my money back']]],
};
