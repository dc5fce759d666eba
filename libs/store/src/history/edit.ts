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

/** The action of a change that only adds what the model of the document requires. */
export const COMPLETED = 'completed'

/** The edits since the recorded value: the additions of the document's model, and the edit of another program. */
export function outsideEdits(
  before: unknown,
  after: unknown,
  complete: (value: unknown) => unknown = (value) => value,
): Edit[] {
  const completed = before === undefined ? before : complete(before)
  return [
    { ...OUTSIDE, action: COMPLETED, before, after: completed, steps: diff(before, completed) },
    { ...OUTSIDE, before: completed, after, steps: diff(completed, after) },
  ].filter(({ steps }) => steps.length > 0)
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
