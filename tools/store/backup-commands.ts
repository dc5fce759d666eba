import { command, withProgress, UsageError } from '@landscape/runtime'
import type { InventoriedStore } from '@landscape/store'
import { backupCommand, restoreCommand, restoreOneCommand } from './backup/commands.ts'
import { ENCRYPTIONS } from './backup/open-target.ts'
import { restore as restoreDocument } from './history.ts'
import { AUTHOR, authorOf, historyOf, instantOf, refOf } from './operands.ts'
import { HISTORY_NAMES } from './readable.ts'
import { withStore } from './with-store.ts'

export const backup = command({
  about: 'Copies what has changed since the last backup, while services run.',
  arguments: { '<backup>': 'where backups are kept: a directory, or s3://<bucket>/<prefix>' },
  options: {
    keep: { value: '<number>', about: 'removes all but so many of the newest backups' },
    verify: { about: 'reads everything that is kept, and copies damaged objects again' },
    record: { about: 'leaves when it began for the figures' },
    encryption: {
      value: '<kind>',
      about: "how the bucket encrypts; the bucket's default when absent",
      oneOf: ENCRYPTIONS,
    },
    'kms-key': { value: '<id>', about: "of aws:kms; the account's own key when absent" },
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
  about: 'Puts back one document by its history, one document of a backup, or a whole backup.',
  notes: `Three ways:
  restore <document> --at <instant>          as it was then, by its history
  restore --from <backup> --only <document>  as the newest backup holds it in which it can be read
  restore --from <backup>                    the whole store, which has to be empty, or --replace
What it would change is shown first; --yes does it. Histories are kept of ${HISTORY_NAMES.join(', ')}. Stop the services before you restore the whole store. Ends with 1 when --replace waits for --yes.`,
  arguments: { '[document]': 'whose history is kept, like radar or main/messages.json' },
  options: {
    at: {
      value: '<instant>',
      about: 'like 2026-11-21T10:00:00Z; of backups the newest until then',
    },
    from: {
      value: '<backup>',
      about: 'where backups are kept: a directory, or s3://<bucket>/<prefix>',
    },
    only: { value: '<document>', about: 'one document of the backup, like main/messages.json' },
    'replace-damaged': { about: 'also over a version that nobody can read' },
    replace: { about: 'also over a store that holds something else, which goes' },
    by: AUTHOR,
    yes: { about: 'does it' },
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
      const isDamageReplaced = options['replace-damaged']
      return withStore([], async (store) => {
        const meant = { name, instant, by: author, isMeant: yes, isDamageReplaced }
        for (const line of await restoreDocument(store, meant)) console.log(line)
      })
    }
    if (from === undefined) {
      throw new UsageError('Name a document and --at <instant>, or a backup with --from <backup>')
    }
    assertAbsent(options, ['replace-damaged'], '--from')
    if (only !== undefined) {
      assertAbsent(options, ['replace'], '--only')
      const ref = refOf(only)
      return withStore([], async (store, settings) => {
        const meant = { ref, instant, by: author, isMeant: yes }
        for (const line of await restoreOneCommand(store, settings, from, meant)) console.log(line)
      })
    }
    return withStore([], async (store, settings) => {
      noticeServices(store, options.replace && yes)
      const meant = { instant, isReplacing: options.replace, isMeant: yes }
      const { lines, isDone } = await withProgress(process.stderr, (progress) =>
        restoreCommand(store, settings, from, { ...meant, progress }),
      )
      for (const line of lines) console.log(line)
      return isDone ? 0 : 1
    })
  },
})

const SHARED =
  'Another process has the store open. Stop the services first (Ctrl-C ends npm start).'

/** @throws Error when others use the store that would be replaced */
function noticeServices(store: InventoriedStore, isReplaced: boolean): void {
  const isShared = store.isShared()
  if (isShared && isReplaced) throw new Error(`${SHARED} Nothing was restored.`)
  if (isShared) console.error(SHARED)
  if (isShared === undefined) {
    console.error('Stop the services first: a bucket does not tell whether they run.')
  }
}

function assertAbsent(
  options: Readonly<Record<string, string | boolean | undefined>>,
  names: readonly string[],
  beside: string,
): void {
  for (const name of names) {
    if (options[name]) throw new UsageError(`--${name} has no meaning with ${beside}`)
  }
}
