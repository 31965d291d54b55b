import '@botwright/testing/vitest';
import { type SimulatedChat, simulate } from '@botwright/testing';
import { describe, expect, it } from 'vitest';
import leadForm from '../bots/lead-form.json' with { type: 'json' };
import supportTriage from '../bots/support-triage.json' with { type: 'json' };

describe('the lead form', () => {
  it('can be published', () => {
    expect(leadForm).toBeValidDiagram();
    expect(leadForm).toHaveNoDeadEnds();
  });

  it('can pass every visitor on to a colleague', () => {
    expect(leadForm).toReach('sales');
  });

  it.each([
    { area: '40', bill: '120', notes: 'Good roof: 8.7 years, 40 m2.' },
    { area: '40', bill: '80', notes: 'Close call: 13.1 years, 40 m2.' },
    { area: '15', bill: '120', notes: 'Close call: 3.2 years, 15 m2.' },
    { area: '60', bill: '0', notes: 'Does not know the bill; roof of 60 m2.' },
  ])('notes a roof of $area m2 and a bill of $bill euros', ({ area, bill, notes }) => {
    const chat = simulate(leadForm);
    askForOffer(chat);
    chat.reply(area);
    chat.reply(bill);
    expect(chat).toHaveSaid('Where may we send the offer?');
    expect(chat.fields['notes']).toBe(notes);
  });

  it.each(['-1', '5001', 'a lot', ''])('does not take %j for a bill', (bill) => {
    const chat = simulate(leadForm);
    askForOffer(chat);
    chat.reply('40');
    chat.reply(bill);
    expect(chat).toHaveSaid('Please type an amount from 0 to 5000, without a sign.');
    expect(chat.at).toBe('monthly_bill');
  });

  it('sends the visitor’s text to the CRM as a value, never as JSON', () => {
    const bodies: unknown[] = [];
    const chat = simulate(leadForm, {
      effects: {
        webhook: ({ body = '' }) => {
          bodies.push(JSON.parse(body));
          return { status: 201 };
        },
      },
    });
    askForOffer(chat, 'Ann "; DROP", "owner": "me');
    for (const answer of ['40', '120', 'ann@example.org', '+31 20 123 4567', '24/03/2026']) chat.reply(answer);
    chat.press('Yes');
    expect(chat).toReach('thanks');
    expect(bodies).toEqual([
      {
        name: 'Ann "; DROP", "owner": "me',
        email: 'ann@example.org',
        phone: '+31201234567',
        call_day: '2026-03-24',
        house: 'Detached',
        owner: true,
        notes: 'Good roof: 8.7 years, 40 m2.',
      },
    ]);
  });

  it('continues in the service bot for customers', () => {
    const chat = simulate(leadForm, { bots: { 2: supportTriage } });
    chat.start();
    chat.press('I am a customer');
    expect(chat.bot).toBe(2);
    expect(chat).toHaveSaid('Brightroof service. What is it about?');
  });
});

function askForOffer(chat: SimulatedChat, name = 'Ann'): void {
  chat.start();
  chat.press('Get an offer');
  chat.reply(name);
  chat.press('Yes');
  chat.press('Detached');
}
