import type { ApiClient } from '@gatehouse/api'
import { saveFile } from '@gatehouse/ui'
import { type AuditsState, COLUMNS, filtersOf } from './audits.queries'
import { t } from './audits.texts'

export type FileKind = 'csv' | 'pdf'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

interface Progress {
  readonly signal: AbortSignal
  /** How many entries have come so far. */
  readonly onEntries: (count: number) => void
}

/** Everything that the list would show, on all its pages, as a file; how many entries are in it. */
export async function exportAudits(
  api: ApiClient,
  state: AuditsState,
  { signal, onEntries }: Progress,
): Promise<number> {
  const { response } = await api.POST('/audits/export/csv/v2', exportRequest(state, 'audits.csv', signal))
  const parts: Uint8Array<ArrayBuffer>[] = []
  const lines = lineCounter()
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value)
    // The first line has the titles.
    onEntries(Math.max(0, lines.count(part.value) - 1))
  }
  saveFile('audits.csv', parts, 'text/csv')
  return Math.max(0, lines.total - 1)
}

/** The beginning of it, as a table to print. */
export async function printAudits(api: ApiClient, state: AuditsState, signal: AbortSignal): Promise<void> {
  const { response } = await api.POST('/audits/export/pdf', exportRequest(state, 'audits.pdf', signal))
  saveFile('audits.pdf', await response.arrayBuffer(), 'application/pdf')
}

const exportRequest = (state: AuditsState, outputFileName: string, signal: AbortSignal) => ({
  params: { query: { ...filtersOf(state), outputFileName } },
  body: { properties: COLUMNS.map((name) => ({ name, displayName: t(`columns.${name}`) })) },
  parseAs: 'stream' as const,
  signal,
})

/** Inside of a cell the server ends lines otherwise, so each of these ends an entry. */
function lineCounter() {
  let [total, last] = [0, 0]
  return {
    get total() {
      return total
    },
    count(bytes: Uint8Array) {
      for (const byte of bytes) {
        if (byte === LINE_FEED && last === CARRIAGE_RETURN) total += 1
        last = byte
      }
      return total
    },
  }
}
