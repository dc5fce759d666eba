import { elementsOf } from '@landscape/contracts/json'
import { alteredItems } from '@landscape/store/history/altered-items'
import { numeral } from '@landscape/views/count-text'
import { shortened } from '@landscape/views/shortened'
import type { Labels } from './labels.ts'
import { moveOf, type Move } from './moves.ts'
import type { Alteration, Subject } from './subjects.ts'
import { aliasesOf, counted, joined, MAX_NAMED, named, partName, partsOf } from './words.ts'

/** Maximum width of the reason of a move, in em. */
const MAX_REASON = 120

interface Context {
  document: string
  /** The author at the beginning of a sentence. */
  who: string
  labels: Labels
}

/** The sentences about one changed subject, without a full stop. */
export function sentencesOfChanged(subject: Subject, context: Context): string[] {
  switch (subject.kind) {
    case 'entry':
      return entrySentences(subject, context)
    case 'list':
      return [itemsSentence(subject, context, { one: 'technology', many: 'technologies' })]
    case 'technology':
      return [aliasSentence(subject, context)]
    case 'document':
      return [documentSentence(subject, context)]
    default:
      return [elementSentence(subject, context)]
  }
}

function entrySentences(subject: Subject, { labels, ...context }: Context): string[] {
  const { name } = subject
  const move = moveOf(subject, labels)
  const sentences: string[] = []
  if (move) {
    const from = move.from === undefined ? '' : ` from ${move.from}`
    const reason = reasonOf(move)
    sentences.push(`${name} moved${move.isBack ? ' back' : ''}${from} to ${move.to}${reason}`)
  }
  const quadrant = alterationOf(subject, 'quadrant')
  if (quadrant) {
    const [from, to] = [quadrant.before, quadrant.after].map((id) => labels.quadrant(id))
    sentences.push(`${context.who} moved ${name} from the quadrant ${from} to ${to}`)
  }
  // A move back removes positions; other positions of the timeline explain a move.
  const others = subject.alterations.filter(
    (one) => one !== quadrant && !(move && one.inside[0] === 'timeline'),
  )
  if (others.length === 0) return sentences
  return [
    ...sentences,
    elementSentence({ ...subject, alterations: others }, { labels, ...context }),
  ]
}

/** The reason of a move after a colon, without a repetition of the move. */
function reasonOf({ reason }: Move): string {
  const text = reason.replace(/^moved from \S+ to \S+?[:.,]\s*/i, '')
  return text === '' ? '' : `: ${shortened(text, MAX_REASON)}`
}

function elementSentence(subject: Subject, context: Context): string {
  const { who, document } = context
  const what = named(subject, document)
  const [only, ...more] = subject.alterations
  if (subject.kind === 'key' && subject.alterations.every(isRevocation))
    return `${who} revoked ${what}`
  if (only && more.length === 0) {
    const visibility = visibilityVerb(subject)
    if (visibility) return `${who} ${visibility.past} ${what}`
    const [member = ''] = only.inside
    const isName = ['title', 'name'].includes(member) && only.inside.length === 1
    if (isName && typeof only.before === 'string' && typeof only.after === 'string') {
      const before = shortened(only.before, MAX_REASON)
      return (
        `${who} renamed ${named({ ...subject, name: before }, document)} ` +
        `to ${shortened(only.after, MAX_REASON)}`
      )
    }
  }
  if (subject.kind === 'project' && isOfItems(subject.alterations)) {
    const [part] = new Set(subject.alterations.map(({ inside }) => partName(inside)))
    return itemsSentence({ ...subject, name: `the ${part} of ${subject.name}` }, context)
  }
  return `${who} changed the ${partsOf(subject)} of ${what}`
}

/** The verbs for a banner that was only shown or hidden; undefined for other changes. */
export function visibilityVerb({ kind, alterations }: Subject) {
  const [only, ...more] = alterations
  if (kind !== 'banner' || more.length > 0 || only?.inside.join() !== 'show') return undefined
  return only.after === false
    ? { past: 'hid', present: 'hides' }
    : { past: 'showed', present: 'shows' }
}

function isRevocation({ op, inside: [member = ''] }: Alteration): boolean {
  return op === 'add' && ['revokedBy', 'revokedAt'].includes(member)
}

/** Whether alterations add or remove strings of one part. */
function isOfItems(alterations: readonly Alteration[]): boolean {
  const parts = new Set(alterations.map(({ inside }) => partName(inside)))
  return parts.size === 1 && alterations.every(isItem)
}

function isItem({ op, before, after }: Alteration): boolean {
  return op !== 'replace' && typeof (after ?? before) === 'string'
}

function itemsSentence(
  { name, kind, alterations }: Subject,
  { who }: Context,
  noun = { one: 'value', many: 'values' },
): string {
  const list = kind === 'list' ? `the list ${name}` : name
  const items = itemsOf(alterations)
  if (!items) return `${who} changed ${list}`
  const text = (altered: readonly unknown[]) =>
    altered.length <= MAX_NAMED
      ? joined(altered.map((item) => shortened(String(item), MAX_REASON)))
      : `${numeral(altered.length)} ${noun.many}`
  const [added, removed] = [items.added, items.removed].map((altered) =>
    altered.length > 0 ? text(altered) : undefined,
  )
  if (added && removed) return `${who} added ${added} to ${list} and removed ${removed}`
  if (!added && !removed) return `${who} reordered ${list}`
  return added ? `${who} added ${added} to ${list}` : `${who} removed ${removed} from ${list}`
}

/** The strings that a change adds to an array and removes; undefined for other changes. */
function itemsOf(alterations: readonly Alteration[]): ReturnType<typeof alteredItems> | undefined {
  if (alterations.every(isItem)) {
    const valuesOf = (wanted: Alteration['op'], member: 'before' | 'after') =>
      alterations.flatMap((one) => (one.op === wanted ? [one[member]] : []))
    return { added: valuesOf('add', 'after'), removed: valuesOf('remove', 'before') }
  }
  const [only, ...others] = alterations
  if (!only || others.length > 0 || only.inside.length > 0) return undefined
  const sides = [only.before, only.after]
  const isOfStrings = sides.every((side) => Array.isArray(side) && side.every(isString))
  return isOfStrings ? alteredItems(elementsOf(only.before), elementsOf(only.after)) : undefined
}

/** The aliases that a change of a technology's name adds and removes. */
export function alteredAliases({ alterations }: Pick<Subject, 'alterations'>) {
  const inAliases = alterations.filter(({ inside }) => inside[0] === 'aliases')
  const aliases = (side: 'before' | 'after') =>
    inAliases.flatMap((one): unknown[] => [one[side]].flat()).filter(isString)
  const [before, after] = [new Set(aliases('before')), new Set(aliases('after'))]
  return { added: [...after.difference(before)], removed: [...before.difference(after)] }
}

function aliasSentence(subject: Subject, context: Context): string {
  const { who } = context
  const { name, alterations } = subject
  if (!alterations.every(({ inside }) => inside[0] === 'aliases')) {
    return elementSentence(subject, context)
  }
  const { added, removed } = alteredAliases(subject)
  const parts = [
    ...(added.length > 0 ? [`added ${aliasesOf(name, added)}`] : []),
    ...(removed.length > 0 ? [`removed ${aliasesOf(name, removed)}`] : []),
  ]
  return `${who} ${parts.length > 0 ? parts.join(' and ') : `reordered the aliases of ${name}`}`
}

function documentSentence(subject: Subject, { who, document }: Context): string {
  const { alterations } = subject
  const what = named(subject, document)
  const [only] = alterations
  if (only?.inside.length === 0) {
    return `${who} ${isOrder(only) ? 'reordered' : 'replaced'} ${what}`
  }
  if (alterations.every((one) => one.inside.length === 1 && isOrder(one)))
    return `${who} reordered the ${partsOf(subject)}`
  return `${who} changed the ${partsOf(subject)} of ${what}`
}

/** Whether an alteration changes the order of the names that both sides have. */
function isOrder({ op, before, after }: Alteration): boolean {
  const [earlier, later] = [elementsOf(before), elementsOf(after)]
  if (op !== 'replace' || ![...earlier, ...later].every(isString)) return false
  const inBoth = new Set(earlier).intersection(new Set(later))
  const kept = later.filter((name) => inBoth.has(name))
  return earlier.filter((name) => inBoth.has(name)).some((name, i) => name !== kept[i])
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function alterationOf({ alterations }: Subject, member: string): Alteration | undefined {
  return alterations.find(
    ({ inside, op }) => inside.length === 1 && inside[0] === member && op === 'replace',
  )
}

/** `12 entries moved: 8 to Adopt and 4 to Hold`. */
export function movesSentence(moves: readonly { to: string }[]): string {
  const rings = [...Map.groupBy(moves, ({ to }) => to)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  )
  const [only, ...more] = rings
  if (only && more.length === 0) return `${counted(moves.length, 'entry')} moved to ${only[0]}`
  const counts = rings.map(([to, into]) => `${numeral(into.length)} to ${to}`)
  return `${counted(moves.length, 'entry')} moved: ${joined(counts)}`
}
