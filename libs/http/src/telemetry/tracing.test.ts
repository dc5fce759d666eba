import { describe, expect, it } from '@jest/globals'
import { inTrace } from './trace-context.ts'
import { beginCall, type SpanStart, type Tracing } from './tracing.ts'

const TRACE = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), sampled: true }

function recorder() {
  const begun: SpanStart[] = []
  const tracing: Tracing = {
    begin(start) {
      begun.push(start)
      return { trace: TRACE, end: () => undefined }
    },
    close: () => Promise.resolve(),
  }
  return { begun, tracing }
}

describe('beginCall', () => {
  it('begins a child span of the current trace', () => {
    const { begun, tracing } = recorder()
    expect(inTrace(TRACE, () => beginCall(tracing, 'store get'))).toBeDefined()
    expect(begun).toEqual([
      { kind: 'client', name: 'store get', traceId: TRACE.traceId, parentId: TRACE.spanId },
    ])
  })

  it('returns undefined without a recorded trace', () => {
    const { begun, tracing } = recorder()
    const unrecorded = { ...TRACE, sampled: false }
    expect(inTrace(unrecorded, () => beginCall(tracing, 'store get'))).toBeUndefined()
    expect(beginCall(tracing, 'store get')).toBeUndefined()
    expect(begun).toEqual([])
  })

  it('returns undefined without tracing', () => {
    expect(inTrace(TRACE, () => beginCall(undefined, 'store get'))).toBeUndefined()
  })
})
