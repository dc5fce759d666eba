import { describe } from './describe.ts'
import { diff, type Step } from './diff.ts'
import type { Change, Removal } from './record.ts'

/** What one caller made of the document. */
export interface Edit {
  /** `null` when nobody knows. */
  actor: { email: string } | null
  action: string
  requestId: string | undefined
  undoes?: string | undefined
  removal?: Removal | undefined
  steps: readonly Step[]
  /** The document before and after it. */
  before: unknown
  after: unknown
}

/** What was made of a document by other means; nothing when it is as it was. */
export function outsideEdits(before: unknown, after: unknown): Edit[] {
  const steps = diff(before, after)
  return steps.length === 0 ? [] : [{ ...OUTSIDE, before, after, steps }]
}

/** The same when nobody can tell any more what stood there: the document as a whole, whatever it was. */
export function outsideReplacement(after: unknown): Edit[] {
  const whole: Pick<Step, 'path' | 'at'> = { path: '', at: [] }
  const step: Step =
    after === undefined ? { op: 'remove', ...whole } : { op: 'add', ...whole, after }
  return [{ ...OUTSIDE, before: undefined, after, steps: [step] }]
}

const OUTSIDE = { actor: null, action: 'changed outside', requestId: undefined }

/** An edit as it is recorded. */
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
