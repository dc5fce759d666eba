import { UsageError } from '../command-line/tool.ts'

const UNRELEASED = '## Unreleased'

/**
 * Gives the unreleased changes a version and a date, below an empty section for the next changes.
 *
 * @param date as in 2026-11-26
 * @throws UsageError when there are no unreleased changes, or when the version has a section
 */
export function releasedChangelog(changelog: string, version: string, date: string): string {
  if (changelog.split('\n').some((line) => line.startsWith(`## ${version} `))) {
    throw new UsageError(`CHANGELOG.md has version ${version}`)
  }
  if (notesOf(changelog, 'Unreleased') === '') {
    throw new UsageError('CHANGELOG.md has no changes under "Unreleased"')
  }
  return changelog.replace(/^## Unreleased$/m, `${UNRELEASED}\n\n## ${version} (${date})`)
}

/** Returns the changes of a version without its heading; empty when there are none. */
export function notesOf(changelog: string, version: string): string {
  const section = changelog
    .split(/^## /m)
    .slice(1)
    .find((text) => text.split(/\s/, 1)[0] === version)
  return section?.slice(section.indexOf('\n')).trim() ?? ''
}
