import { CONTACTS, type Person } from './people.ts'
import type { PlannedProject } from './portfolio/portfolio.ts'
import type { Random } from './random.ts'

/** Who a developer is taken for when identity is bypassed; owns a few projects so that the list is not empty. */
export const DEVELOPER = 'dev@acme-coast.example'

const user = ({ email, grade }: Person, roles: string[]) => ({ email, roles, grade })

/** The users in their fixed order (technical contact, delivery manager, editors) and the hidden owner. */
export function peopleOf(project: PlannedProject, random: Random) {
  const [technical, manager, ...editors] = random.shuffle(CONTACTS).slice(0, random.int(2, 5))
  if (!technical || !manager) throw new RangeError('too few contacts')
  const users = [
    user(asTyped(technical, random), [
      'Technical Contact',
      ...(random.chance(0.6) ? ['Editor'] : []),
    ]),
    user(manager, ['Delivery Manager']),
    ...editors.map((editor) => user(editor, ['Editor'])),
  ]
  if (project.programme.short === 'NAV') {
    return {
      user: [...users, { email: DEVELOPER, roles: ['Editor'], grade: '' }],
      owner: DEVELOPER,
    }
  }
  // One in six was created by somebody who is not among its users.
  const owner = random.chance(1 / 6) ? random.pick(CONTACTS) : (editors[0] ?? technical)
  return { user: users, owner: owner.email }
}

/** Some type their e-mail with capitals; ownership is compared without regard to case. */
function asTyped(person: Person, random: Random): Person {
  if (!random.chance(0.1)) return person
  const initials = /(?:^|\.)[a-z](?=[^@]*@)/g
  return { ...person, email: person.email.replaceAll(initials, (part) => part.toUpperCase()) }
}
