import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoDeadEnds, assertReaches, assertSaid, assertValidDiagram, failed, simulate } from '@botwright/testing';
import booking from '../bots/booking.json' with { type: 'json' };

/** The first column of the sheet has the code, the second the day. */
const visit = { cells: [{ column: 2, value: '2026-03-17' }] };

describe('the booking bot', () => {
  it('can be published', () => {
    assertValidDiagram(booking);
    assertNoDeadEnds(booking);
    assertReaches(booking, 'see_you');
  });

  const moments = [
    { now: '2026-03-15T08:00:00Z', at: 'really' },
    { now: '2026-03-16T07:00:00Z', at: 'really' },
    { now: '2026-03-16T08:00:00Z', at: 'too_short' },
    { now: '2026-03-18T08:00:00Z', at: 'too_short' },
  ];
  for (const { now, at } of moments) {
    it(`takes a cancellation of 17 March at ${now} to the block "${at}"`, () => {
      const chat = simulate(booking, { now, effects: { spreadsheet: visit } });
      chat.start();
      chat.press('Cancel a visit');
      chat.reply('K7F2QP');
      assert.equal(chat.at, at);
    });
  }

  it('hands a visitor to a colleague when the sheet cannot be written', () => {
    const chat = simulate(booking, {
      effects: { spreadsheet: ({ action }) => (action === 'get_row' ? visit : failed('the account is not connected')) },
    });
    chat.start();
    chat.press('Cancel a visit');
    chat.reply('K7F2QP');
    chat.press('Yes');
    assertSaid(chat, 'A colleague takes over from here.');
  });
});
