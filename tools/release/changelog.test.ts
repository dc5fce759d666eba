import { describe, expect, it } from '@jest/globals'
import { notesOf, releasedChangelog } from './changelog.ts'

const CHANGELOG = `# Changelog

## Unreleased

### Added

- New.

## 0.9.0 (2026-01-02)

- Old.
`

describe('releasedChangelog', () => {
  it('moves the unreleased changes below the heading of the version', () => {
    const next = releasedChangelog(CHANGELOG, '1.0.0', '2026-11-26')
    expect(next).toContain('## Unreleased\n\n## 1.0.0 (2026-11-26)\n\n### Added\n\n- New.\n')
    expect(notesOf(next, 'Unreleased')).toBe('')
    expect(notesOf(next, '1.0.0')).toBe('### Added\n\n- New.')
    expect(notesOf(next, '0.9.0')).toBe('- Old.')
  })

  it('rejects a release without changes', () => {
    const next = releasedChangelog(CHANGELOG, '1.0.0', '2026-11-26')
    expect(() => releasedChangelog(next, '1.1.0', '2026-11-27')).toThrow('no changes')
  })

  it('rejects a version that has a section', () => {
    expect(() => releasedChangelog(CHANGELOG, '0.9.0', '2026-11-26')).toThrow('has version 0.9.0')
  })
})
