import { dayOfUsage, type StoredUsage } from '@landscape/contracts/assistant'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { UsageReports } from '../host/port.ts'
import type { LoadedDay } from './load-day.ts'

/** Reports known to be published in this run (newest days first). */
interface Published {
  /** Whether the host has any report: one that was loaded, or its 28-day report. */
  hasReports: () => Promise<boolean>
  /** Whether the report of a newer day was loaded. For the organisation, a stored day suffices. */
  hasNewer: (kind: 'organization' | 'user-teams', day: string) => Promise<boolean>
  /** Adds a day that the run loaded. */
  add: (loaded: LoadedDay) => void
}

interface PublishedDeps {
  reports: Pick<UsageReports, 'hasLatest'>
  documents: { organisationHistory: Pick<StoredDocument<StoredUsage>, 'read'> }
  signal?: AbortSignal
}

/** Nothing is known before the first day. */
export function createPublished({ reports, documents, signal }: PublishedDeps): Published {
  const loaded = { organization: false, 'user-teams': false }
  let hasLatest: boolean | undefined
  return {
    async hasReports() {
      if (loaded.organization) return true
      try {
        hasLatest ??= await reports.hasLatest(signal)
      } catch {
        // Queried again for the next absent day.
        signal?.throwIfAborted()
      }
      return hasLatest ?? false
    },
    async hasNewer(kind, day) {
      if (loaded[kind] || kind === 'user-teams') return loaded[kind]
      const stored = await documents.organisationHistory.read()
      return stored?.value.some((element) => dayOfUsage(element) > day) ?? false
    },
    add({ organisation, hasMemberships }) {
      loaded.organization ||= organisation !== undefined
      loaded['user-teams'] ||= hasMemberships
    },
  }
}
