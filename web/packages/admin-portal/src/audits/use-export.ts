import { useApi } from '@gatehouse/react'
import { errorText, toast } from '@gatehouse/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AuditsState } from './audits.queries'
import { useT } from './audits.texts'
import { exportAudits } from './export-audits'

/** An export that can be watched and called off; it ends with the page. */
export function useExport(state: AuditsState) {
  const t = useT()
  const api = useApi()
  const [entries, setEntries] = useState<number>()
  const running = useRef<AbortController>(undefined)
  const cancel = useCallback(() => running.current?.abort(), [])
  useEffect(() => cancel, [cancel])

  async function start() {
    running.current = new AbortController()
    const { signal } = running.current
    setEntries(0)
    try {
      toast.success(t('export.done', { count: await exportAudits(api, state, { signal, onEntries: setEntries }) }))
    } catch (error) {
      if (!signal.aborted) toast.error(t('export.failed', { reason: errorText(error) }))
    } finally {
      setEntries(undefined)
    }
  }
  return { entries, start: () => void start(), cancel }
}
