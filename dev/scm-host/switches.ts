/** Behaviour of the host's reports and billing that organisations meet. */
export interface Switches {
  /** Status of a day without a report: the real host documents both. */
  absentStatus: 204 | 404
  /** First day with reports, such as the day when the policy was enabled; `YYYY-MM-DD`. */
  firstDay: string
  /** Number of complete days after the newest report. */
  lagDays: number
  /** Share of the users of the editor who lack a row in the users' report, from 0 to 1. */
  missingUsers: number
  /** Whether the policy "Copilot usage metrics" is enabled; reports are a 403 without it. */
  isPolicyEnabled: boolean
  /** Status of bills, budgets and seats: 403 without the permission, 404 without the billing platform. */
  billing: 'on' | 403 | 404
}

/** The real host has no report of an earlier day than this. */
export const DEFAULT_SWITCHES: Readonly<Switches> = {
  absentStatus: 204,
  firstDay: '2025-10-10',
  lagDays: 0,
  missingUsers: 0,
  isPolicyEnabled: true,
  billing: 'on',
}

/** Reads the switches from the settings of `npm run dev:scm`. */
export function readSwitches(env: Readonly<Record<string, string | undefined>>): Switches {
  const billing = env['SCM_HOST_BILLING']
  return {
    absentStatus: env['SCM_HOST_ABSENT'] === '404' ? 404 : 204,
    firstDay: env['SCM_HOST_FIRST_DAY'] ?? DEFAULT_SWITCHES.firstDay,
    lagDays: Number(env['SCM_HOST_LAG_DAYS'] ?? 0),
    missingUsers: Number(env['SCM_HOST_MISSING_USERS'] ?? 0) / 100,
    isPolicyEnabled: env['SCM_HOST_POLICY'] !== 'off',
    billing: billing === '403' ? 403 : billing === '404' ? 404 : 'on',
  }
}
