/**
 * The character without which a text is no command of a CI server that reads its log, wherever it stands in a line:
 * `##[group]` of GitHub and Azure Pipelines, `##vso[task.setvariable]`, `##teamcity[testStarted]`,
 * `section_start:1700000000:name` of GitLab.
 *
 * @spec TC17
 */
export const commandMark = /#(?=#[\w.-]*\[)|:(?<=section_(?:start|end):)(?=\d)/g;

/** The same of a command that is one at the beginning of a line alone: `::error::` of GitHub. @spec TC17 */
export const commandMarkOfLine = /:(?<=^\s*:)(?=:)/;
