/** The previous backend of the assistant: how it reads the stored objects, and its pages of teams. */

type Objects = (key: string) => Promise<string>
interface Team {
  slug: string
  name: string
  description: string
  url: string
}
interface Day {
  date: string
  copilot_ide_chat: { editors: readonly { models: readonly { total_chats?: number }[] }[] }
  copilot_ide_code_completions: {
    editors: readonly {
      models: readonly { languages: readonly { total_code_suggestions: number }[] }[]
    }[]
  }
}

const ARCHIVES = {
  'pre-0326': 'archive/pre-mar26/historic_usage_data_mar26.json',
  'pre-0225': 'archive/pre-feb25/historic_usage_data_feb25.json',
} as const

/** The responses of the previous backend, which passes stored objects on. */
export function previousProgram(objects: Objects) {
  const read = async <T>(key: string) => JSON.parse(await objects(key)) as T
  const history = () => read<{ team: Team; data: Day[] }[]>('teams_history.json')
  return {
    organisation: <T>() => read<T[]>('historic_usage_data.json'),
    archived: <T>(type: keyof typeof ARCHIVES) => read<T[]>(ARCHIVES[type]),
    isAdmin: async (slugs: readonly string[]) =>
      (await read<string[]>('admin_teams.json')).some((slug) => slugs.includes(slug)),
    teams: async () =>
      (await history()).map(({ team: { slug, name, description, url } }) => {
        return { slug, name, description, url }
      }),
    teamsHistory: async (slugs: readonly string[]) =>
      (await history()).filter(({ team }) => slugs.includes(team.slug)),
  }
}

/** `/copilot/team`: one team by day. Both parts of a day must be objects. */
export function teamPage(days: readonly Day[]) {
  const completions = days.flatMap((day) => day.copilot_ide_code_completions.editors)
  const chats = days.flatMap((day) => day.copilot_ide_chat.editors)
  return {
    from: days[0]?.date,
    to: days.at(-1)?.date,
    suggestions: total(
      completions
        .flatMap(({ models }) => models)
        .flatMap(({ languages }) => languages)
        .map((language) => language.total_code_suggestions),
    ),
    chats: total(chats.flatMap(({ models }) => models).map(({ total_chats: count = 0 }) => count)),
  }
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
