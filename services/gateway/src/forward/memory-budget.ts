/** Returns reserved bytes; call it once. */
type Release = () => void

/** Bytes of shared responses in transit: bodies that arrive, and bodies that clients read. */
export interface MemoryBudget {
  /** Whether one body may have this size. */
  fits: (bytes: number) => boolean
  /** Reserves bytes; undefined when too few are left. */
  reserve: (bytes: number) => Release | undefined
  /** Reserves the bytes of a body for one reader; concurrent readers of one body share them. */
  borrow: (body: Buffer) => Release | undefined
}

/** @param bytes maximum in total; one body may have an eighth of them */
export function createMemoryBudget(bytes: number): MemoryBudget {
  let left = bytes
  const borrowed = new Map<Buffer, { readers: number; release: Release }>()

  function reserve(wanted: number): Release | undefined {
    if (wanted > left) return undefined
    left -= wanted
    return () => void (left += wanted)
  }

  function open(body: Buffer) {
    const release = reserve(body.length)
    if (!release) return undefined
    const loan = { readers: 0, release }
    borrowed.set(body, loan)
    return loan
  }

  return {
    fits: (wanted) => wanted <= bytes / 8,
    reserve,
    borrow(body) {
      const loan = borrowed.get(body) ?? open(body)
      if (!loan) return undefined
      loan.readers++
      return () => {
        if (--loan.readers > 0) return
        borrowed.delete(body)
        loan.release()
      }
    },
  }
}
