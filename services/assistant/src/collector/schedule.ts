export interface ScheduleDeps {
  /** Whether this process may run now. */
  takeRun: () => Promise<boolean>
  run: (signal: AbortSignal) => Promise<unknown>
  onError: (error: unknown) => void
  /** Milliseconds between two looks at whether a run is due. */
  checkEveryMs: number
}

const STOP_WITHIN_MS = 3_000

/** Runs whenever a run is due, never twice at the same time. Call the result to stop. */
export function startSchedule({ takeRun, run, onError, checkEveryMs }: ScheduleDeps) {
  const stopped = new AbortController()
  let current: Promise<void> | undefined

  async function check(): Promise<void> {
    try {
      if (await takeRun()) await run(stopped.signal)
    } catch (error) {
      onError(error)
    }
  }

  function look(): void {
    current ??= check().finally(() => {
      current = undefined
    })
  }

  const timer = setInterval(look, checkEveryMs)
  timer.unref()
  look()
  return async function stop(): Promise<void> {
    clearInterval(timer)
    stopped.abort()
    const late = Promise.withResolvers<void>()
    const force = setTimeout(late.resolve, STOP_WITHIN_MS)
    await Promise.race([current, late.promise])
    clearTimeout(force)
  }
}
