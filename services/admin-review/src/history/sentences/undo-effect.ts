import type { Undone } from '@landscape/store/documents/undo-change'
import { alteredAliases, visibilityVerb } from './changed-subject.ts'
import type { Labels } from './labels.ts'
import { moveOf } from './moves.ts'
import { subjectsOf, type Subject } from './subjects.ts'
import { aliasesOf, counted, joined, named, namedOrCounted, partsOf } from './words.ts'

/**
 * Describes the effect of an undo in one sentence: `This puts Zed back to Review.`
 *
 * @param labels of the present document
 */
export function undoEffect(
  { document, operations }: Pick<Undone, 'document' | 'operations'>,
  labels: Labels,
): string {
  const subjects = subjectsOf(document, operations, labels)
  const groups = [...Map.groupBy(subjects, ({ kind, effect }) => `${effect} ${kind}`).values()]
  const clauses = groups.flatMap(([first, ...others]) =>
    first ? [clauseOf([first, ...others], { document, labels })] : [],
  )
  return `This ${joined(clauses)}.`
}

function clauseOf(
  subjects: readonly [Subject, ...Subject[]],
  { document, labels }: { document: string; labels: Labels },
): string {
  const [subject, ...others] = subjects
  if (subject.effect !== 'changed') {
    const what = namedOrCounted(subjects, document)
    const suffix = subject.kind === 'entry' && subject.effect === 'removed' ? ' from the radar' : ''
    return `${subject.effect === 'added' ? 'restores' : 'removes'} ${what}${suffix}`
  }
  if (others.length > 0) {
    return `restores the previous values of ${counted(subjects.length, subject.kind)}`
  }
  const what = named(subject, document)
  const move = moveOf(subject, labels, false)
  if (move) return `puts ${what} back to ${move.to}`
  const visibility = visibilityVerb(subject)
  if (visibility) return `${visibility.present} ${what} again`
  const { added, removed } = alteredAliases(subject)
  const aliases = [
    ...(added.length > 0 ? [`adds ${aliasesOf(subject.name, added)}`] : []),
    ...(removed.length > 0 ? [`removes ${aliasesOf(subject.name, removed)}`] : []),
  ]
  if (aliases.length > 0) return joined(aliases)
  if (subject.kind === 'list') return `restores the previous values of ${what}`
  return `restores the previous ${partsOf(subject)} of ${what}`
}
