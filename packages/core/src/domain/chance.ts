/**
 * A number from 0 to 1, 1 excluded, that is the same for the same key and looks random between keys. Not for secrets.
 *
 * @spec LG17
 */
export function chanceOf(key: string): number {
  let high = 0xde_ad_be_ef;
  let low = 0x41_c6_ce_57;
  for (let at = 0; at < key.length; at += 1) {
    const unit = key.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return ((low & 0x1f_ff_ff) * 2 ** 32 + (high >>> 0)) / 2 ** 53;
}
