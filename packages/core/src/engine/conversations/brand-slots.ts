import { hasRoom } from '../../domain/slots/share-slots.ts';

/** Places for what is under way at a time, and who has them. */
export interface BrandSlots {
  /** By brand; never 0. */
  readonly held: ReadonlyMap<string, number>;
  free(): number;
  /** Whether the brand may have one more, whoever waits. */
  hasRoom(brand: string): boolean;
  enter(brand: string): void;
  leave(brand: string): void;
}

/** @spec CV53, CV54 */
export function createBrandSlots(total: number): BrandSlots {
  const held = new Map<string, number>();
  let free = total;
  return {
    held,
    free: () => free,
    hasRoom: (brand) => hasRoom(held.get(brand), free),
    enter(brand) {
      free -= 1;
      held.set(brand, (held.get(brand) ?? 0) + 1);
    },
    leave(brand) {
      const left = (held.get(brand) ?? 0) - 1;
      free += 1;
      if (left > 0) held.set(brand, left);
      else held.delete(brand);
    },
  };
}
