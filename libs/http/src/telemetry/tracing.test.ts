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
  it('begins a span of the call, as a part of what asks', () => {
    const { begun, tracing } = recorder()
    expect(inTrace(TRACE, () => beginCall(tracing, 'store get'))).toBeDefined()
    expect(begun).toEqual([
      { kind: 'client', name: 'store get', traceId: TRACE.traceId, parentId: TRACE.spanId },
    ])
  })

  it('begins none where what asks is not recorded, or no request led to the call', () => {
    const { begun, tracing } = recorder()
    const unrecorded = { ...TRACE, sampled: false }
    expect(inTrace(unrecorded, () => beginCall(tracing, 'store get'))).toBeUndefined()
    expect(beginCall(tracing, 'store get')).toBeUndefined()
    expect(begun).toEqual([])
  })

  it('begins none where nothing is recorded', () => {
    expect(inTrace(TRACE, () => beginCall(undefined, 'store get'))).toBeUndefined()
  })
})
