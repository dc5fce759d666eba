/**
 * Preloaded into a process: its wall clock is `CLOCK_AHEAD_SECONDS` ahead, and `CLOCK_SET_SECONDS` after the
 * next SIGUSR2. `performance.now()` and timers are not affected.
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
