/** As much of the load generator as is used here. */
declare module 'autocannon' {
  interface Load {
    readonly url: string;
    readonly connections: number;
    /** In seconds. */
    readonly duration: number;
    readonly headers: Readonly<Record<string, string>>;
  }

  interface LoadResult {
    readonly requests: { readonly total: number };
    /** In seconds. */
    readonly duration: number;
    readonly non2xx: number;
    readonly errors: number;
  }

  export default function autocannon(load: Load): Promise<LoadResult>;
}
