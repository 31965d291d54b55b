import { member, textOf } from '../json.ts';
import { isWebAddress } from '../plain-texts.ts';
import {
  addBlock,
  type Conversion,
  type Converter,
  carry,
  excerpt,
  fillIn,
  leaveOut,
  remark,
  reportAddress,
} from './conversion.ts';
import type { SourceBlock } from './flow.ts';
import { bubbleTextOf, isFolded, reportText } from './words.ts';

const text: Converter = (block, conversion) => {
  const { flow } = conversion;
  if (isFolded(block, conversion)) return flow.fallThrough(block);
  const read = bubbleTextOf(block, conversion);
  if (read.text.trim() === '') {
    remark(conversion, block.pointer, ['carried', 'carried', 'A text without words says nothing, and is left out.']);
    return flow.fallThrough(block);
  }
  const format = read.format === 'markdown' ? { format: 'markdown' } : {};
  const key = addBlock(conversion, block, 'send_text', { text: read.text, ...format }, [
    ['$success', flow.fallThrough(block)],
  ]);
  carry(conversion, block, key, 'The bot says the text.');
  reportText(conversion, block, read, key);
  return key;
};

/** Says an address in a text. */
function sayAddress(block: SourceBlock, conversion: Conversion, url: string, what: string): string {
  const key = addBlock(conversion, block, 'send_text', { text: url }, [
    ['$success', conversion.flow.fallThrough(block)],
  ]);
  remark(conversion, block.pointer, ['changed', 'media-kind', `${what} is a text with its address.`], key);
  return key;
}

function media(mediaType: 'image' | 'video' | 'audio', what: string): Converter {
  return (block, conversion) => {
    const { flow } = conversion;
    const content = member(block.json, 'content');
    const url = fillIn(conversion, member(content, 'url'), block.pointer).trim();
    if (!isWebAddress(url)) {
      return leaveOut(conversion, block, 'media-kind', `${what} has no address on the web: ${excerpt(url)}.`);
    }
    const player = textOf(member(content, 'type'));
    if (mediaType === 'video' && player !== '' && player !== 'url') return page(block, conversion, url, what);
    const key = addBlock(conversion, block, 'send_media', { url, media_type: mediaType }, [
      ['$success', flow.fallThrough(block)],
    ]);
    carry(conversion, block, key, `${what} is sent as media.`);
    if (/.@\{/.test(url)) reportAddress(conversion, block, key);
    if (url.startsWith('@{')) {
      const message = 'Where the value is no address on the web, nothing is sent.';
      remark(conversion, block.pointer, ['changed', 'media-kind', message], key);
    }
    if (textOf(member(member(content, 'clickLink'), 'url')) !== '') {
      remark(conversion, block.pointer, ['lost', 'setting-dropped', `${what} opens no page when it is clicked.`], key);
    }
    return key;
  };
}

/** A page in a frame. */
function page(block: SourceBlock, conversion: Conversion, url: string, what: string): string {
  const { at, flow } = conversion;
  if (!at.allows('send_media', 'media_type', 'page')) return sayAddress(block, conversion, url, what);
  const key = addBlock(conversion, block, 'send_media', { url, media_type: 'page' }, [
    ['$success', flow.fallThrough(block)],
  ]);
  carry(conversion, block, key, `${what} is a page in a frame.`);
  if (/.@\{/.test(url)) reportAddress(conversion, block, key);
  return key;
}

const embed: Converter = (block, conversion) => {
  const content = member(block.json, 'content');
  const url = fillIn(conversion, member(content, 'url'), block.pointer).trim();
  if (!isWebAddress(url)) {
    return leaveOut(conversion, block, 'media-kind', `The embedded page has no address on the web: ${excerpt(url)}.`);
  }
  if (member(member(content, 'waitForEvent'), 'isEnabled') === true) {
    const message = 'The conversation does not wait for an event of the embedded page.';
    remark(conversion, block.pointer, ['lost', 'integration-unknown', message]);
  }
  return page(block, conversion, url, 'The embedded page');
};

export const bubbles: Readonly<Record<string, Converter>> = {
  text,
  image: media('image', 'The image'),
  video: media('video', 'The video'),
  audio: media('audio', 'The sound'),
  embed,
};

export { isWebAddress } from '../plain-texts.ts';
