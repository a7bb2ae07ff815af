import { useApi } from '@gatehouse/react'
import { errorText, toast } from '@gatehouse/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AuditsState } from './audits.queries'
import { useT } from './audits.texts'
import { exportAudits, type FileKind, printAudits } from './export-audits'

/** An export with progress that can be canceled and ends with the page. The PDF export has no count of entries. */
export function useExport(state: AuditsState) {
  const t = useT()
  const api = useApi()
  const [running, setRunning] = useState<{ kind: FileKind; entries: number }>()
  const call = useRef<AbortController>(undefined)
  const cancel = useCallback(() => call.current?.abort(), [])
  useEffect(() => cancel, [cancel])

  async function make(kind: FileKind, signal: AbortSignal): Promise<string> {
    if (kind === 'csv') {
      const onEntries = (entries: number) => setRunning({ kind, entries })
      return t('export.done', { count: await exportAudits(api, state, { signal, onEntries }) })
    }
    await printAudits(api, state, signal)
    return t('export.printed')
  }

  async function start(kind: FileKind) {
    call.current = new AbortController()
    const { signal } = call.current
    setRunning({ kind, entries: 0 })
    try {
      toast.success(await make(kind, signal))
    } catch (error) {
      if (!signal.aborted) toast.error(t('export.failed', { reason: errorText(error) }))
    } finally {
      setRunning(undefined)
    }
  }
  return { running, start: (kind: FileKind) => void start(kind), cancel }
}
