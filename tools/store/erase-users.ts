import { asRecord, elementsOf } from '@landscape/contracts/json'
import { command, UsageError } from '../command-line/tool.ts'
import { createDocument } from '@landscape/store/documents/document'
import { storedMonths } from '@landscape/store/documents/open-months'
import { parseJson } from '@landscape/store/json/parse-json'
import { nameOf, type ObjectRef, type ObjectStore } from '@landscape/store/objects/port'
import { z } from 'zod'
import { withStore } from './with-store.ts'

export const eraseUsersCommand = command({
  about: 'Erases the stored usage of individual users, of all or of one.',
  notes:
    'Without --yes it only lists what would be erased. Backups keep what they contain. ' +
    'While KEEP_USERS is on, the next run of the collector stores the days again that the ' +
    'source-control host still corrects.',
  options: {
    user: { value: '<id>', about: 'id of one person at the source-control host' },
    yes: { about: 'erases it' },
  },
  examples: ['', '--user 501 --yes', '--yes'],
  run: (_operands, { user, yes }) => {
    const userId = user === undefined ? undefined : userIdOf(user)
    return withStore([], async (store) => {
      for (const line of await eraseUsers(store, { userId, isConfirmed: yes })) console.log(line)
    })
  },
})

function userIdOf(text: string): number {
  const id = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(id)) return id
  throw new UsageError(`--user must be a number, not "${text}"`)
}

interface EraseOptions {
  /** Id of one person; undefined erases all. */
  userId: number | undefined
  /** Without it nothing is erased. */
  isConfirmed: boolean
}

const BACKUPS = 'Backups, and old versions in the bucket, keep what they contain.'

/**
 * Erases the usage of individual users. All of it is removed without being read, so that damaged months can be erased.
 *
 * @returns lines that list the erased data, or the data to erase
 * @throws Error when a month cannot be searched for one person; nothing is erased
 */
export async function eraseUsers(
  store: ObjectStore,
  { userId, isConfirmed }: EraseOptions,
): Promise<string[]> {
  const found: { ref: ObjectRef; days: number | undefined }[] = []
  for (const ref of await storedMonths(store, 'userUsage')) {
    const days = await countDays(store, ref, userId)
    if (days === undefined && userId !== undefined) {
      throw new Error(`${nameOf(ref)} is not JSON. Nothing was erased.`)
    }
    if (days !== 0 || userId === undefined) found.push({ ref, days })
  }
  if (found.length === 0) return ['No usage of individual users is stored; nothing was erased.']
  const lines = [
    'Days of individual users by document:',
    ...found.map(({ ref, days }) => `  ${nameOf(ref)}: ${days ?? 'unknown'}`),
  ]
  if (!isConfirmed) {
    const flag = userId === undefined ? '' : ` --user ${userId}`
    return [
      ...lines,
      `Nothing was erased. To erase it:\n  npm run store -- erase-users${flag} --yes`,
    ]
  }
  for (const { ref } of found) {
    if (userId === undefined) await store.remove(ref)
    else await eraseOne(store, ref, userId)
  }
  return [...lines, `Erased. ${BACKUPS}`]
}

/** Days of one person, or of all; undefined when they are unreadable. */
async function countDays(
  store: ObjectStore,
  ref: ObjectRef,
  userId: number | undefined,
): Promise<number | undefined> {
  const got = await store.get(ref)
  if (got.kind !== 'found') return 0
  try {
    const days = elementsOf(parseJson(got.body))
    return userId === undefined ? days.length : days.filter(isOf(userId)).length
  } catch {
    return undefined
  }
}

/** Other members of the month may be malformed and stay as they are. */
async function eraseOne(store: ObjectStore, ref: ObjectRef, userId: number): Promise<void> {
  const isOwn = isOf(userId)
  await createDocument(store, ref, z.array(z.unknown())).change(
    (days = []) => ({ next: days.filter((day) => !isOwn(day)), result: undefined }),
    { by: { actor: 'operator', action: 'erase the use of a person' } },
  )
}

function isOf(userId: number): (day: unknown) => boolean {
  return (day) => String(asRecord(day)['user_id']) === String(userId)
}
