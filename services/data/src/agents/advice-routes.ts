import { AdvisedNames, AdviceReply, MAX_ADVISED } from './reply.ts'
import { describedAs } from '@landscape/contracts/described-as'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { DirectorateQuery } from '../timeline/directorate-query.ts'
import { createJsonResponder, LANDSCAPE_READ } from '../reads/responders.ts'
import { type ListDeps } from '../projects/list-routes.ts'
import { type AdviceSources, createAdviceReader } from './read-advice.ts'

const Names = describedAs(
  z
    .string('names is required')
    .transform((text) => text.split(',').filter((name) => name.trim() !== ''))
    .pipe(AdvisedNames),
  z.string().regex(/[^\s,]/),
)

/** Whether the organisation recommends technologies. */
export function adviceRoute({ cache, ...sources }: AdviceSources & Pick<ListDeps, 'cache'>): Route {
  const respond = createJsonResponder<AdviceReply>(cache)
  const read = createAdviceReader(sources)
  return route({
    ...LANDSCAPE_READ,
    path: '/api/advice',
    id: 'getAdvice',
    tag: 'Technologies',
    summary: 'Whether new projects may use technologies',
    description:
      'The ring of each name with its meaning, its reason and the recommended alternatives. Resolves slugs, ' +
      'aliases and spellings. At most 100 KB: a meaning or reason that is cut ends with `…`.',
    query: z.object({
      names: Names.meta({
        description: `up to ${MAX_ADVISED} names, separated by commas`,
        param: { example: 'redux,angular' },
      }),
      directorate: DirectorateQuery,
    }),
    reply: AdviceReply,
    async handle({ query: { names, directorate }, ...call }) {
      const { version, build } = await read(names, directorate)
      return respond(call, { name: ['advice', names, version.directorate.id], version, build })
    },
  })
}
