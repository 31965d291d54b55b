import { type SampleDiagram, type SampleLink, sampleDiagram } from './sample-diagram.ts';

interface Sample {
  readonly template: string;
  readonly params: Record<string, unknown>;
  readonly outputs: readonly string[];
}

const samples: readonly Sample[] = [
  {
    template: 'chat',
    params: { text: 'Thanks @{name}! We have noted that. Our opening hours are Monday to Friday, 9:00 to 18:00.' },
    outputs: ['$success'],
  },
  {
    template: 'var_text',
    params: {
      text: 'What would you like to tell us about your last order? Every detail helps us to find it.',
      destination: 'order_details',
      errorText: 'Please write at least a few words.',
      minChars: 3,
      maxChars: 500,
    },
    outputs: ['$success'],
  },
  {
    template: 'buttons',
    params: {
      text: 'How can we help you today, @{name}?',
      destination: 'topic',
      buttons: [
        { id: 'b1', label: 'Track my order' },
        { id: 'b2', label: 'Return an item' },
        { id: 'b3', label: 'Talk to a person' },
      ],
    },
    outputs: ['$b1', '$b2', '$b3'],
  },
  {
    template: 'chat',
    params: { text: 'Alright. You can find the full terms at https://shop.example.com/help/terms — anything else?' },
    outputs: ['$success'],
  },
  {
    template: 'var_email',
    params: {
      text: 'Which e-mail address may we write to?',
      destination: 'email',
      errorText: 'That does not look like an e-mail address. Could you check it?',
    },
    outputs: ['$success'],
  },
  {
    template: 'conditions',
    params: {
      match: 'all',
      conditions: [
        { field: 'topic', operator: 'is', value: 'Track my order' },
        { field: 'email', operator: 'is_set', value: '' },
      ],
    },
    outputs: ['true', 'false'],
  },
  {
    template: 'set_field',
    params: { field: 'segment', action: 'SET', value: 'returning customer' },
    outputs: ['success'],
  },
  {
    template: 'media',
    params: {
      url: 'https://cdn.example.com/media/2024/how-to-return-an-item.png',
      media_type: 'image',
      caption: 'This is how the label should look before you bring the parcel to the post office.',
    },
    outputs: ['$success'],
  },
  {
    template: 'webhook',
    params: {
      url: 'https://api.example.com/orders/@{order_number}',
      method: 'GET',
      headers: [{ name: 'Authorization', value: 'Bearer 2b7e151628aed2a6' }],
      destination: 'order',
    },
    outputs: ['$success', '$failed'],
  },
  {
    template: 'yes_no',
    params: { text: 'Is @{email} still the right address?', destination: 'email_confirmed' },
    outputs: ['$yes', '$no'],
  },
  {
    template: 'var_date',
    params: {
      text: 'When did you place the order?',
      destination: 'order_date',
      format: ['%d/%m/%Y'],
      pickerFormat: 'dd/MM/yyyy',
      showDatePicker: true,
    },
    outputs: ['$success'],
  },
  {
    template: 'var_number',
    params: {
      text: 'How many items do you want to return?',
      destination: 'item_count',
      errorText: 'Please give a number from 1 to 20.',
      min: 1,
      max: 20,
    },
    outputs: ['$success'],
  },
];

/**
 * Makes a diagram that breaks no rule: a mix of common blocks with texts of usual length, a path through all of
 * them, and a second connection for every other exit.
 */
export function realisticDiagram(blockCount: number): SampleDiagram {
  const idOf = (position: number) => (position === 0 ? 'welcome' : `n${position}`);
  const links: SampleLink[] = [];
  const blocks = Array.from({ length: blockCount }, (_, position) => {
    // The greeting has to be a block that may greet: the first sample that asks.
    const { template, params, outputs } = samples[position === 0 ? 1 : position % samples.length] as Sample;
    const id = idOf(position);
    for (const [nth, output] of outputs.entries()) {
      const next = position + 1 + nth * 7;
      if (next < blockCount) links.push([id, output, idOf(next)]);
    }
    const place = { top: 120 + (position % 40) * 180, left: 80 + Math.floor(position / 40) * 320 };
    return { id, template, params: { ...structuredClone(params), version: 3 }, ...place };
  });
  return sampleDiagram(blocks, links);
}
