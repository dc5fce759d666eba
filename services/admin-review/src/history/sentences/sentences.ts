import { keyAuthor } from '@landscape/contracts/api-keys'
import { asRecord, recordsOf } from '@landscape/contracts/json'
import type { ShownChange } from '@landscape/store/history/past'
import { movesSentence, sentencesOfChanged } from './changed-subject.ts'
import type { Labels } from './labels.ts'
import { moveOf } from './moves.ts'
import { subjectsOf, type Subject } from './subjects.ts'
import { counted, documentName, MAX_NAMED, namedOrCounted } from './words.ts'

/**
 * Describes a change in one or a few sentences, without full stops. Many subjects are counted.
 *
 * @param labels of the document at the change, or at present
 */
export function sentencesOf(
  { document, actor, operations }: Pick<ShownChange, 'document' | 'actor' | 'operations'>,
  labels: Labels,
): [string, ...string[]] {
  const context = { document, who: authorName(actor), labels }
  const subjects = subjectsOf(document, operations, labels)
  const rename = renameOf(subjects)
  if (rename) {
    const sentence =
      `${context.who} renamed ${rename.from} to ${rename.to} ` +
      `in ${counted(subjects.length, 'project')}`
    return [sentence]
  }
  if (subjects.length > 0 && subjects.every(isNewId)) {
    return [`${counted(subjects.length, 'banner')} got an id`]
  }
  const groups = [...Map.groupBy(subjects, ({ kind, effect }) => `${effect} ${kind}`).values()]
  const [first, ...others] = groups.flatMap((group) => groupSentences(group, context))
  return first === undefined ? ['No value was changed'] : [first, ...others]
}

/** Whether a banner only got an id: the first edit after an older version stores the missing ids. */
function isNewId({ kind, alterations: [first, ...others] }: Subject): boolean {
  const isAdded = first?.inside.join() === 'id' && first.op !== 'remove'
  return kind === 'banner' && isAdded && others.length === 0
}

type Context = Parameters<typeof sentencesOfChanged>[1]

function groupSentences(group: readonly Subject[], context: Context): string[] {
  const [first, ...others] = group
  if (!first) return []
  if (first.effect !== 'changed') return [presenceSentence([first, ...others], context)]
  if (group.length <= MAX_NAMED) {
    return group.flatMap((subject) => sentencesOfChanged(subject, context))
  }
  const moved = group.map((subject) => ({ subject, move: moveOf(subject, context.labels) }))
  const moves = moved.flatMap(({ move }) => move ?? [])
  const stayed = group.length - moves.length
  const shownMoves =
    moves.length > MAX_NAMED
      ? [movesSentence(moves)]
      : moved.flatMap(({ subject, move }) => {
          const alterations = subject.alterations.filter(({ inside }) => inside[0] === 'timeline')
          return move ? sentencesOfChanged({ ...subject, alterations }, context) : []
        })
  return [
    ...shownMoves,
    ...(stayed > 0 ? [`${context.who} changed ${counted(stayed, first.kind)}`] : []),
  ]
}

function presenceSentence(
  subjects: readonly [Subject, ...Subject[]],
  { document, who, labels }: Context,
): string {
  const [{ kind, effect, alterations }] = subjects
  const what = namedOrCounted(subjects, document)
  if (kind === 'document') {
    return `${who} ${effect === 'added' ? 'created' : 'removed'} the ${documentName(document)}`
  }
  if (kind !== 'entry') return `${who} ${effect} ${what}`
  if (effect === 'removed') return `${who} removed ${what} from the radar`
  const position = subjects.length === 1 ? positionOf(alterations[0]?.after, labels) : undefined
  return position === undefined
    ? `${who} added ${what} to the radar`
    : `${who} added ${what} to ${position}`
}

/** Present ring and quadrant of an entry: `Assess (Languages)`. */
function positionOf(entry: unknown, labels: Labels): string | undefined {
  const { timeline, quadrant } = asRecord(entry)
  const ring = recordsOf(timeline).at(-1)?.['ringId']
  if (ring === undefined) return undefined
  return quadrant === undefined
    ? labels.ring(ring)
    : `${labels.ring(ring)} (${labels.quadrant(quadrant)})`
}

/** The technology that a change renamed in several projects. */
function renameOf(subjects: readonly Subject[]): { from: string; to: string } | undefined {
  if (subjects.length < 2 || subjects.some(({ kind }) => kind !== 'project')) return undefined
  const alterations = subjects.flatMap((subject) => subject.alterations)
  const values = (op: 'add' | 'remove', member: 'before' | 'after') => [
    ...new Set(alterations.flatMap((one) => (one.op === op ? [one[member]] : []))),
  ]
  const [[to, ...otherAdded], [from, ...otherRemoved]] = [
    values('add', 'after'),
    values('remove', 'before'),
  ]
  const isRename = otherAdded.length + otherRemoved.length === 0
  const hasOthers = alterations.some(({ op }) => op === 'replace')
  return isRename && !hasOthers && typeof from === 'string' && typeof to === 'string'
    ? { from, to }
    : undefined
}

const KEY_AUTHOR = keyAuthor('')

/**
 * The author at the beginning of a sentence: `Kim Shore` for `kim.shore@acme.example`, `The API key
 * import` for `key:import`.
 */
function authorName(actor: ShownChange['actor']): string {
  if (!actor) return 'Another program'
  if (actor.email.startsWith(KEY_AUTHOR))
    return `The API key ${actor.email.slice(KEY_AUTHOR.length)}`
  const [local = ''] = actor.email.split('@')
  const names = local.split(/[._-]+/).filter((name) => name !== '')
  if (names.length === 0) return 'An unknown author'
  return names.map((name) => name.slice(0, 1).toUpperCase() + name.slice(1)).join(' ')
}
