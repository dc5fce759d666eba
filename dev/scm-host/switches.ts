/** Behaviour of the host's reports and billing that organisations meet. */
export interface Switches {
  /** Status of a day without a report: the real host documents both. */
  absentStatus: 204 | 404
  /** First day with reports, such as the day when the policy was enabled; `YYYY-MM-DD`. */
  firstDay: string
  /** Number of complete days after the newest report. */
  lagDays: number
  /** Whether the policy "Copilot usage metrics" is enabled; reports are a 403 without it. */
  isPolicyEnabled: boolean
  /** Status of billing: 403 without the permission, 404 without the billing platform. */
  billing: 'on' | 403 | 404
}

/** The real host has no report of an earlier day than this. */
export const DEFAULT_SWITCHES: Readonly<Switches> = {
  absentStatus: 204,
  firstDay: '2025-10-10',
  lagDays: 0,
  isPolicyEnabled: true,
  billing: 'on',
}
