/** `/copilot/legacy` of the newest existing web client: how it reads the two archives. */

interface Model {
  name: string
  total_chats?: number
  languages?: readonly {
    name: string
    total_code_suggestions: number
    total_code_acceptances: number
  }[]
}
interface ArchivedDay {
  date: string
  total_active_users: number
  copilot_ide_chat: { editors: readonly { models: readonly Model[] }[] }
  copilot_ide_code_completions: { editors: readonly { models: readonly Model[] }[] }
}

/** `type=pre-0326`: day objects. */
export function archivedDaysPage(days: readonly ArchivedDay[]) {
  const sorted = days.toSorted((a, b) => a.date.localeCompare(b.date))
  const languages = sorted.flatMap((day) =>
    modelsOf(day.copilot_ide_code_completions).flatMap((model) => model.languages ?? []),
  )
  const chats = sorted.flatMap((day) => modelsOf(day.copilot_ide_chat))
  return {
    users: sorted.map((day) => [day.date.slice(0, 10), day.total_active_users]),
    suggestions: total(languages.map((language) => language.total_code_suggestions)),
    acceptances: total(languages.map((language) => language.total_code_acceptances)),
    chats: total(chats.map((model) => model.total_chats ?? 0)),
  }
}

const COUNTS = [
  'total_suggestions_count',
  'total_acceptances_count',
  'total_lines_suggested',
  'total_lines_accepted',
  'total_active_users',
  'total_chat_acceptances',
  'total_chat_turns',
  'total_active_chat_users',
] as const
type ArchivedCounts = { day: string } & Record<(typeof COUNTS)[number], number>

/** `type=pre-0225`: one flat object for each day. */
export function archivedCountsPage(days: readonly ArchivedCounts[]) {
  const sorted = days.toSorted((a, b) => a.day.localeCompare(b.day))
  return {
    days: sorted.map(({ day }) => day.slice(0, 10)),
    ...Object.fromEntries(COUNTS.map((name) => [name, total(sorted.map((day) => day[name]))])),
  }
}

function modelsOf(part: ArchivedDay['copilot_ide_chat']): Model[] {
  return part.editors.flatMap((editor) => editor.models)
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
