/** Gives back what was taken; call it once. */
type Release = () => void

/** Bytes that are held beside what is kept: bodies on their way in, and out to readers. */
export interface MemoryBudget {
  /** Whether one body may be that large. */
  fits: (bytes: number) => boolean
  /** Takes bytes; undefined when there are too few left. */
  take: (bytes: number) => Release | undefined
  /** Takes the bytes of a body for one of its readers, once for all who read the same. */
  lend: (body: Buffer) => Release | undefined
}

/** @param bytes that may be taken together; one body may have an eighth of them */
export function createMemoryBudget(bytes: number): MemoryBudget {
  let left = bytes
  const lent = new Map<Buffer, { readers: number; release: Release }>()

  function take(wanted: number): Release | undefined {
    if (wanted > left) return undefined
    left -= wanted
    return () => void (left += wanted)
  }

  function openLoan(body: Buffer) {
    const release = take(body.length)
    if (!release) return undefined
    const loan = { readers: 0, release }
    lent.set(body, loan)
    return loan
  }

  return {
    fits: (wanted) => wanted <= bytes / 8,
    take,
    lend(body) {
      const loan = lent.get(body) ?? openLoan(body)
      if (!loan) return undefined
      loan.readers++
      return () => {
        if (--loan.readers > 0) return
        lent.delete(body)
        loan.release()
      }
    },
  }
}
