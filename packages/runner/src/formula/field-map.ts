import type { CelInput } from '@bufbuild/cel';

/** The map `fields` of a formula: a Field is read when it is asked for. */
export class FieldMap extends Map<string, CelInput> {
  readonly #read: (name: string) => CelInput | undefined;
  readonly #readNames: () => readonly string[];
  #names: readonly string[] | undefined;

  constructor(readNames: () => readonly string[], read: (name: string) => CelInput | undefined) {
    super();
    this.#readNames = readNames;
    this.#read = read;
  }

  override get size(): number {
    return this.#allNames().length;
  }

  override get(name: string): CelInput | undefined {
    return typeof name === 'string' ? this.#read(name) : undefined;
  }

  override has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  override *keys(): MapIterator<string> {
    yield* this.#allNames();
  }

  override *entries(): MapIterator<[string, CelInput]> {
    for (const name of this.#allNames()) yield [name, this.#read(name) ?? null];
  }

  override *values(): MapIterator<CelInput> {
    for (const [, value] of this.entries()) yield value;
  }

  override [Symbol.iterator](): MapIterator<[string, CelInput]> {
    return this.entries();
  }

  override forEach(callback: (value: CelInput, name: string, map: Map<string, CelInput>) => void): void {
    for (const [name, value] of this.entries()) callback(value, name, this);
  }

  #allNames(): readonly string[] {
    this.#names ??= this.#readNames();
    return this.#names;
  }
}
