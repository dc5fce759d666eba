/**
 * Preloaded into a process: its wall clock is `CLOCK_AHEAD_SECONDS` ahead, and by `CLOCK_SET_SECONDS`
 * from the next SIGUSR2 on. As with a clock that an operator sets, `performance.now()` and timers go on.
 */
const RealDate = Date
let shiftMs = secondsOf('CLOCK_AHEAD_SECONDS') * 1_000
process.on('SIGUSR2', () => (shiftMs = secondsOf('CLOCK_SET_SECONDS') * 1_000))

class ShiftedDate extends RealDate {
  constructor(...parts: [] | [number]) {
    if (parts.length === 0) super(RealDate.now() + shiftMs)
    else super(...parts)
  }
  static override now(): number {
    return RealDate.now() + shiftMs
  }
}
globalThis.Date = ShiftedDate as DateConstructor

function secondsOf(name: string): number {
  return Number(process.env[name] ?? 0)
}
