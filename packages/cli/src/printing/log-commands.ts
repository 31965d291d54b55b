/**
 * Matches the character that makes a text a command for a CI server that reads its log, at any position in a line:
 * `##[group]` of GitHub and Azure Pipelines, `##vso[task.setvariable]`, `##teamcity[testStarted]`,
 * `section_start:1700000000:name` of GitLab.
 *
 * @spec TC17
 */
export const commandMark = /#(?=#[\w.-]*\[)|:(?<=section_(?:start|end):)(?=\d)/g;

/** The same for commands at the beginning of a line: `::error::` of GitHub. @spec TC17 */
export const commandMarkOfLine = /:(?<=^\s*:)(?=:)/;
