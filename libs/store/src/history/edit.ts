import { describe } from './describe.ts'
import { diff, type Step } from './diff.ts'
import { jsonSize } from '../json/json-bytes.ts'
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
    ...withBoundedNames(describe(steps, { before, after }), steps),
    steps,
    undoes: undoes ?? null,
    ...(removal && { removal }),
  }
}

/** Maximum size of the names in the record of a change (bytes), besides 25 % of the size of its steps. */
const MAX_NAMES_SIZE = 2 ** 14
/** Maximum length of a name that is cut. */
const MAX_NAME_LENGTH = 200

type Names = Pick<Change, 'subjects' | 'summary' | 'isPartlyNamed'> & { names: string[] }

/** Cuts names, and leaves some out, so that they do not take more space than the steps. */
function withBoundedNames(described: Names, steps: readonly Step[]): Names {
  const { subjects, names } = described
  const size = jsonSize([subjects, names])
  if (size <= MAX_NAMES_SIZE) return described
  let left = MAX_NAMES_SIZE + jsonSize(steps) / 4
  if (size <= left) return described
  const fits = (name: string) => {
    left -= jsonSize(name) + 1
    return left >= 0
  }
  const bounded = (all: readonly string[]) =>
    all.map((name) => name.slice(0, MAX_NAME_LENGTH).toWellFormed()).filter(fits)
  return { ...described, subjects: bounded(subjects), names: bounded(names), isPartlyNamed: true }
}
