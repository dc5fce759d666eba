import { withProgress } from '../command-line/progress.ts'
import { command, UsageError } from '../command-line/tool.ts'
import type { InventoriedStore } from '@landscape/store/objects/port'
import { backupCommand, restoreCommand, restoreOneCommand } from './backup/commands.ts'
import { ENCRYPTIONS } from './backup/open-target.ts'
import { restore as restoreDocument } from './history.ts'
import { AUTHOR, authorOf, historyOf, instantOf, refOf } from './operands.ts'
import { HISTORY_NAMES } from './stored-version.ts'
import { withStore } from './with-store.ts'

export const backup = command({
  about: 'Copies what changed since the last backup while services run.',
  arguments: { '<backup>': 'where the backups are: a directory or s3://<bucket>/<prefix>' },
  options: {
    keep: { value: '<number>', about: 'number of newest backups to keep; older ones are removed' },
    verify: { about: 'reads all copied objects and copies damaged ones again' },
    record: { about: 'stores the start time for the metrics' },
    encryption: {
      value: '<kind>',
      about: "encryption of the bucket; default: the bucket's own",
      oneOf: ENCRYPTIONS,
    },
    'kms-key': { value: '<id>', about: 'key for aws:kms; default: the key of the account' },
  },
  examples: ['some-directory', 's3://example-backups/landscape --keep 30 --record'],
  run: ([where = ''], options) =>
    withStore([], async (store, settings) => {
      const lines = await withProgress(process.stderr, (progress) =>
        backupCommand(store, settings, where, options, progress),
      )
      for (const line of lines) console.log(line)
    }),
})

export const restore = command({
  about: 'Restores a document from its history, a document from a backup, or an entire backup.',
  notes: `Three ways:
  restore <document> --at <instant>          its version at that time, from its history
  restore --from <backup> --only <document>  its newest readable version in the backups
  restore --from <backup>                    the entire store, which must be empty unless --replace is given
Without --yes it only shows what would change. Documents with a history: ${HISTORY_NAMES.join(', ')}. \
Stop the services before you restore the entire store. Exits with 1 when --replace needs --yes.`,
  arguments: { '[document]': 'a document with a history, for example radar or main/messages.json' },
  options: {
    at: {
      value: '<instant>',
      about: 'for example 2026-11-21T10:00:00Z; selects the newest backup until that time',
    },
    from: {
      value: '<backup>',
      about: 'where the backups are: a directory or s3://<bucket>/<prefix>',
    },
    only: {
      value: '<document>',
      about: 'one document of the backup, for example main/messages.json',
    },
    'replace-damaged': { about: 'replaces a version that cannot be read' },
    replace: { about: 'removes objects that are not in the backup' },
    by: AUTHOR,
    yes: { about: 'makes the change' },
  },
  examples: [
    'radar --at 2026-11-21T10:00:00Z',
    'radar --at 2026-11-21T10:00:00Z --replace-damaged --yes',
    '--from some-directory --only main/repositories.json',
    '--from some-directory --replace',
  ],
  async run([document], options) {
    const { from, only, by, yes } = options
    const instant = options.at === undefined ? undefined : instantOf(options.at)
    const author = authorOf(by)
    if (document !== undefined) {
      assertAbsent(options, ['from', 'only', 'replace'], 'a document')
      const name = historyOf(document)
      if (!instant) throw new UsageError('--at is missing: --at <instant>')
      const replacesDamaged = options['replace-damaged']
      return withStore([], async (store) => {
        const request = { name, instant, by: author, isConfirmed: yes, replacesDamaged }
        for (const line of await restoreDocument(store, request)) console.log(line)
      })
    }
    if (from === undefined) {
      throw new UsageError('Name a document with --at <instant>, or a backup with --from <backup>')
    }
    assertAbsent(options, ['replace-damaged'], '--from')
    if (only !== undefined) {
      assertAbsent(options, ['replace'], '--only')
      const ref = refOf(only)
      return withStore([], async (store, settings) => {
        const request = { ref, instant, by: author, isConfirmed: yes }
        for (const line of await restoreOneCommand(store, settings, from, request))
          console.log(line)
      })
    }
    return withStore([], async (store, settings) => {
      warnAboutServices(store, options.replace && yes)
      const request = { instant, isReplacing: options.replace, isConfirmed: yes }
      const { lines, isDone } = await withProgress(process.stderr, (progress) =>
        restoreCommand(store, settings, from, { ...request, progress }),
      )
      for (const line of lines) console.log(line)
      return isDone ? 0 : 1
    })
  },
})

const SHARED =
  'Another process has the store open. Stop the services first (Ctrl-C ends npm start).'

/** @throws Error when another process uses the store that would be replaced */
function warnAboutServices(store: InventoriedStore, isReplaced: boolean): void {
  const isShared = store.isShared()
  if (isShared && isReplaced) throw new Error(`${SHARED} Nothing was restored.`)
  if (isShared) console.error(SHARED)
  if (isShared === undefined) {
    console.error('Stop the services first: this cannot be detected for a bucket.')
  }
}

function assertAbsent(
  options: Readonly<Record<string, string | boolean | undefined>>,
  names: readonly string[],
  other: string,
): void {
  for (const name of names) {
    if (options[name]) throw new UsageError(`--${name} cannot be used with ${other}`)
  }
}
