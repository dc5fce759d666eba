import { withProgress } from '../command-line/progress.ts'
import { command } from '../command-line/tool.ts'
import { check as checkStore, recordCheck, type FindingCounts } from './check.ts'
import { clockOf } from '@landscape/store/history/record-time'
import { verifyAll } from './history.ts'
import { inspect as inspectStore, INSPECT_CODES } from './inspect.ts'
import { withStore } from './with-store.ts'

const ALL = { about: 'reports every finding instead of the first of each kind' }

export const inspect = command({
  about:
    'Reports irregular values in the documents and how the services treat them; changes nothing.',
  notes: INSPECT_CODES,
  options: { all: ALL },
  examples: ['', '--all'],
  run: (_operands, { all }) =>
    withStore([], async (store) => {
      const { lines, verdict } = await inspectStore(store, all)
      for (const line of lines) console.log(line)
      return verdict
    }),
})

export const check = command({
  about:
    'Reports invalid documents, dangling references and damaged histories, with the commands ' +
    'that repair them.',
  notes:
    'The output contains no values except names of technologies. Exits with 1 when there are findings.',
  options: { all: ALL, record: { about: 'stores the result for the metrics' } },
  examples: ['', '--record'],
  run: (_operands, { all, record }) =>
    withStore([], async (store) => {
      const { lines, findings } = await withProgress(process.stderr, (progress) =>
        checkStore(store, all, progress),
      )
      for (const line of lines) console.log(line)
      const found = Object.values(findings).reduce((sum, count) => sum + count, 0)
      console.log(found === 0 ? 'No findings.' : summaryOf(findings))
      if (record) await recordCheck(store, findings, clockOf(store)())
      return found > 0 ? 1 : 0
    }),
})

export const verify = command({
  about: 'Replays the history of every document.',
  notes: 'Exits with 1 when a record is missing or does not fit, which it names.',
  examples: [''],
  run: () =>
    withStore([], async (store) => {
      const { lines, isIntact } = await withProgress(process.stderr, (progress) =>
        verifyAll(store, (name) => progress.show(`Verifying the history of ${name}`)),
      )
      for (const line of lines) console.log(line)
      return isIntact ? 0 : 1
    }),
})

function summaryOf({ schema, reference, history }: FindingCounts): string {
  return `Findings: ${schema} schema, ${reference} reference, ${history} history.`
}
