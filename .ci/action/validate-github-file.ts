import { registerHooks } from 'node:module';
import { TextDocument } from 'vscode-languageserver-textdocument';

// The library imports JSON without saying so, which bundlers take and Node does not.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { LogLevel, registerLogger, setLogLevel, validate } = await import('@actions/languageservice');

/** The inputs of an action that a workflow uses, in the form of GitHub's editors. */
export interface ActionInterface {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly required?: boolean }>>;
}

/** Addresses of documents: results are cached by them. */
let documents = 0;

/**
 * Faults in a workflow or in an `action.yml`, by the rules and the expressions that GitHub's editors check.
 *
 * @param actions - By the name that a workflow writes after `uses`; the inputs of other actions are not checked.
 */
export async function validateGithubFile(
  name: 'action.yml' | '.github/workflows/bots.yml',
  text: string,
  actions: Readonly<Record<string, ActionInterface>> = {},
): Promise<readonly string[]> {
  documents += 1;
  const uri = `file:///${documents}/${name}`;
  const logged: string[] = [];
  setLogLevel(LogLevel.Error);
  const log = (message: string): void => void logged.push(message);
  registerLogger({ error: log, warn: log, info: log, log });
  const found = await validate(TextDocument.create(uri, 'yaml', 1, text), {
    actionsMetadataProvider: {
      fetchActionMetadata: ({ owner, name: repository, path, ref }) => {
        const uses = `${[owner, repository, path].filter((part) => part !== undefined).join('/')}@${ref}`;
        const known = actions[uses];
        return Promise.resolve(known && { ...known, inputs: { ...known.inputs } });
      },
    },
  });
  return [...found.map(({ range, message }) => `${range.start.line + 1}: ${message}`), ...logged];
}
