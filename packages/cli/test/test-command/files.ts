import { shop } from '../../../testing/test/bots.ts';

/** A bot, three scenarios that it passes, and one that it fails at line 6, column 14. */
export const files = {
  'bots/shop.json': shop,
  'bots/shop.scenarios.yaml': `bot: shop.json
scenarios:
  - name: Ann orders
    steps:
      - visitor: Ann
      - press: Yes
      - effect: webhook
        answer: { status: 200 }
      - ends_at: bye
  - name: Bob does not
    steps: [{ visitor: Bob }, { press: No }, { bot: Goodbye. }]
  - name: The shop is closed
    effects: { webhook: { fails: timeout } }
    steps: [{ visitor: Cy }, { press: Yes }, { ends_at: sorry }]
`,
  'bots/wrong.scenarios.yaml': `bot: shop.json
scenarios:
  - name: Bob, too
    steps:
      - visitor: Bob
      - bot: Hello Bob
      - press: No
`,
};

export const { 'bots/wrong.scenarios.yaml': wrong, ...good } = files;

/** A bot file whose first question is empty. */
export const brokenBot = JSON.stringify(shop, null, 2).replace('"What is your name?"', '""');
