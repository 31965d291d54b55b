/** 53 bits of the hash cyrb53. Stores have such numbers, so they must not change. */
export function hashOfText(text: string): number {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x9e3779b1);
    high = Math.imul(high ^ unit, 0x5f356495);
  }
  low = mixed(low) ^ mixedAgain(high);
  high = mixed(high) ^ mixedAgain(low);
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}

const mixed = (hash: number): number => Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);

const mixedAgain = (hash: number): number => Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
