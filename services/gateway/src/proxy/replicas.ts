import { setTimeout as sleep } from 'node:timers/promises'
import type { AddressBook } from './address-book.ts'
import { createReplica, TRIAL_MS, type Change, type Replica } from './replica.ts'

export interface ReplicasOptions {
  book: AddressBook
  /** Asks one replica how it is; rejects when it does not answer as it should. */
  ask: (url: URL) => Promise<void>
  /** How long callers wait for a service none of whose replicas answers; a restart takes less. */
  patienceMs: number
  onChange: (url: URL, change: Change) => void
}

/** The replicas of one service, one after the other. */
export interface Replicas {
  /**
   * The next replica that answers, not the one to avoid when there is another. Waits while none
   * answers; whoever comes after patience has run out waits for one more trial only.
   *
   * @param isWanted false when the client has left
   * @returns undefined when nobody answers or the client has left
   */
  next: (isWanted: () => boolean, avoid?: Replica) => Promise<Replica | undefined>
  /** Looks the service's name up now. */
  lookAgain: () => Promise<void>
}

const PAUSE_MS = 50
/**
 * How many requests more than another a replica may have waiting before it loses its turn. Not none: one
 * that fails at once, and so never has any waiting, would get them all.
 */
const BEHIND = 8

/** Follows the address book: each address is one replica, asked in turn; one that is slow loses turns. */
export function createReplicas({ book, ask, patienceMs, onChange }: ReplicasOptions): Replicas {
  let addresses: readonly URL[] = []
  let known: readonly Replica[] = []
  let turn = 0
  let awaitedSince: number | undefined
  let waiting: Promise<void> | undefined

  function inStepWith(found: readonly URL[]): void {
    if (found === addresses) return
    addresses = found
    const before = new Map(known.map((replica) => [replica.url.host, replica]))
    known = found.map((url) => {
      const replica = before.get(url.host)
      before.delete(url.host)
      return (
        replica ??
        createReplica({
          url,
          ask,
          onChange: (change) => changed(url, change),
          // One at a new address was never down, so it never comes back up.
          onHeard: renewPatience,
        })
      )
    })
    for (const gone of before.values()) gone.forget()
  }

  /** Whoever answered once is waited for again, however long it had been away. */
  function renewPatience(): void {
    awaitedSince = undefined
  }

  function changed(url: URL, change: Change): void {
    if (change === 'up') renewPatience()
    onChange(url, change)
  }

  function choose(avoid: Replica | undefined): Replica | undefined {
    const up = known.filter((replica) => replica.isUp())
    const others = up.filter((replica) => replica !== avoid)
    const allowed = others.length > 0 ? others : up
    const least = Math.min(...allowed.map((replica) => replica.waiting()))
    const choice = allowed.filter((replica) => replica.waiting() <= least + BEHIND)
    turn++
    return choice[turn % choice.length]
  }

  return {
    lookAgain: book.lookAgain,
    async next(isWanted, avoid) {
      const came = performance.now()
      while (isWanted()) {
        inStepWith(await book.addresses())
        const replica = choose(avoid)
        if (replica) return replica
        const now = performance.now()
        awaitedSince ??= now
        if (now - awaitedSince >= patienceMs && now - came >= 2 * TRIAL_MS) return undefined
        // One timer for everybody who waits.
        waiting ??= sleep(PAUSE_MS).then(() => (waiting = undefined))
        await waiting
      }
      return undefined
    },
  }
}
