import { command, withProgress } from '@landscape/runtime'
import { check as checkStore, recordCheck, type Findings } from './check.ts'
import { verifyAll } from './history.ts'
import { inspect as inspectStore, INSPECT_CODES } from './inspect.ts'
import { withStore } from './with-store.ts'

const ALL = { about: 'every place, instead of the first of each sort' }

export const inspect = command({
  about: 'Says what is odd in the documents, where, and what becomes of it; alters nothing.',
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
    'Says what is wrong in the documents, in what they name in each other and in their history, and how to mend it.',
  notes:
    'It names no value of a document but names of technologies. Ends with 0 when nothing is wrong, else with 1.',
  options: { all: ALL, record: { about: 'leaves the result for the figures' } },
  examples: ['', '--record'],
  run: (_operands, { all, record }) =>
    withStore([], async (store) => {
      const { lines, findings } = await withProgress(process.stderr, (progress) =>
        checkStore(store, all, progress),
      )
      for (const line of lines) console.log(line)
      const found = Object.values(findings).reduce((sum, count) => sum + count, 0)
      console.log(found === 0 ? 'Nothing is wrong.' : summaryOf(findings))
      if (record) await recordCheck(store, findings, Date.now())
      return found > 0 ? 1 : 0
    }),
})

export const verify = command({
  about: 'Walks the history of every document: is it what was stored?',
  notes: 'Ends with 1 when a record is missing or is not the one that was stored.',
  examples: [''],
  run: () =>
    withStore([], async (store) => {
      const { lines, isSound } = await withProgress(process.stderr, (progress) =>
        verifyAll(store, (name) => progress.show(`Walking the history of ${name}`)),
      )
      for (const line of lines) console.log(line)
      return isSound ? 0 : 1
    }),
})

function summaryOf({ schema, reference, history }: Findings): string {
  return `Wrong: ${schema} by schema, ${reference} by what documents name in each other, ${history} in histories.`
}
