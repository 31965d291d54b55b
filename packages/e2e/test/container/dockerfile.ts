/** One instruction of a Dockerfile, its lines joined. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Splits a Dockerfile into its stages. The lines before the first `FROM` are the first stage. */
export function readStages(dockerfile: string): readonly (readonly Instruction[])[] {
  const lines = dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const stages: Instruction[][] = [[]];
  for (const line of lines) {
    const [, name, text] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === undefined || text === undefined) continue;
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text });
  }
  return stages;
}

/** The texts of one kind of instruction. */
export function textsOf(stage: readonly Instruction[], name: string): readonly string[] {
  return stage.flatMap((instruction) => (instruction.name === name ? [instruction.text] : []));
}

/** The one list that an instruction such as `CMD` takes. */
export function listOf(stage: readonly Instruction[], name: string): readonly string[] {
  const [text = '', ...others] = textsOf(stage, name);
  if (others.length > 0) throw new Error(`There are several ${name}.`);
  return JSON.parse(text.slice(text.indexOf('[')));
}
