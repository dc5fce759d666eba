import { describe } from './describe.ts'
import { diff, type Step } from './diff.ts'
import type { Change, Removal } from './record.ts'

/** An edit by one caller. */
export interface Edit {
  /** `null` when unknown. */
  actor: { email: string } | null
  action: string
  requestId: string | undefined
  undoes?: string | undefined
  removal?: Removal | undefined
  steps: readonly Step[]
  /** The document before and after the edit. */
  before: unknown
  after: unknown
}

/** The edit of another program; none when the document is unchanged. */
export function outsideEdits(before: unknown, after: unknown): Edit[] {
  const steps = diff(before, after)
  return steps.length === 0 ? [] : [{ ...OUTSIDE, before, after, steps }]
}

/** The edit of another program when the previous value is unknown: the complete document. */
export function outsideReplacement(after: unknown): Edit[] {
  const root: Pick<Step, 'path' | 'at'> = { path: '', at: [] }
  const step: Step = after === undefined ? { op: 'remove', ...root } : { op: 'add', ...root, after }
  return [{ ...OUTSIDE, before: undefined, after, steps: [step] }]
}

const OUTSIDE = { actor: null, action: 'changed outside', requestId: undefined }

/** The change that records an edit. */
export function changeOf(edit: Edit, { id, at }: Pick<Change, 'id' | 'at'>): Change {
  const { actor, action, requestId, undoes, removal, steps, before, after } = edit
  return {
    id,
    at,
    actor,
    action,
    requestId: requestId ?? null,
    ...describe(steps, { before, after }),
    steps,
    undoes: undoes ?? null,
    ...(removal && { removal }),
  }
}
