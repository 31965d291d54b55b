import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const urlMalformedDoc: RuleDoc = {
  code: 'url-malformed',
  group: 'Templates and params',
  title: 'An address is not a web address',
  specs: ['LI20'],
  what: 'The address of a `webhook`, a `send_media`, an `open_url`, a `scheduler` or a card of an `ask_card` is not an absolute address of `http` or `https`. An address that is one Field and nothing else is not checked.',
  why: 'The webhook fails for every visitor, or the picture is not shown.',
  mend: 'Write the whole address, with `https://`.',
  wrong: sketch({ map: ['media', { url: 'shop.example.com/map.png', media_type: 'image' }] }),
  at: '/nodes/map/params/url',
  right: [[['nodes', 'map', 'params', 'url'], 'https://shop.example.com/map.png']],
};
