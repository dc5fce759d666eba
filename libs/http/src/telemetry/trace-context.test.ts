import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import {
  currentTrace,
  inTrace,
  newTrace,
  readTraceparent,
  traceFields,
  traceHeaders,
} from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

describe('readTraceparent', () => {
  it.each([
    ['00', true],
    ['01', true],
    ['fe', true],
    ['00', false],
  ])('parses version %s, recorded or not: %s', (version, sampled) => {
    const header = `${version}-${TRACE}-${SPAN}-0${Number(sampled)}`
    expect(readTraceparent(header)).toEqual({ traceId: TRACE, spanId: SPAN, sampled })
  })

  it('reads only the sampled flag', () => {
    const flags = ['03', 'ff', '02', 'fe'].map((flag) =>
      readTraceparent(`00-${TRACE}-${SPAN}-${flag}`),
    )
    expect(flags.map((trace) => trace?.sampled)).toEqual([true, true, false, false])
  })

  it('ignores additional fields of later versions', () => {
    expect(readTraceparent(`cc-${TRACE}-${SPAN}-01-what-will-be`)).toMatchObject({ sampled: true })
  })

  it.each([
    undefined,
    '',
    'evil',
    [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`],
    `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}-01-`,
    `cc-${TRACE}-${SPAN}-01.more`,
    `ff-${TRACE}-${SPAN}-01`,
    `0-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE.slice(1)}-${SPAN}-01`,
    `00-${TRACE}a-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE}-${SPAN}-0g`,
    `00-${TRACE}-${SPAN}`,
    ` 00-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01\n`,
  ])('returns undefined for %j', (header) => {
    expect(readTraceparent(header)).toBeUndefined()
  })
})

describe('newTrace', () => {
  it('creates valid ids', () => {
    const trace = newTrace('00000000-0000-4000-8000-000000000000')
    expect(trace.sampled).toBe(false)
    expect(readTraceparent(traceHeaders(trace).traceparent)).toEqual(trace)
  })
})

describe('the current trace', () => {
  const traces = [TRACE, TRACE.replace('4b', '5c')].map((traceId) => ({
    traceId,
    spanId: SPAN,
    sampled: true,
  }))

  it('is that of the request, with concurrent requests', async () => {
    const seen = traces.map((trace) =>
      inTrace(trace, async () => {
        await setImmediate()
        return [currentTrace(), traceFields(), traceHeaders()]
      }),
    )
    expect(await Promise.all(seen)).toEqual(
      traces.map((trace) => [
        trace,
        { traceId: trace.traceId },
        { traceparent: `00-${trace.traceId}-${SPAN}-01` },
      ]),
    )
  })

  it('is undefined outside of requests', () => {
    expect([currentTrace(), traceFields(), traceHeaders()]).toEqual([undefined, {}, {}])
  })
})
