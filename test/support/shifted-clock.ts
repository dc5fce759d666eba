/** Preloaded into a process: its wall clock is `CLOCK_AHEAD_SECONDS` ahead. `performance.now()` and timers are not. */
const RealDate = Date
const shiftMs = Number(process.env['CLOCK_AHEAD_SECONDS'] ?? 0) * 1_000

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
