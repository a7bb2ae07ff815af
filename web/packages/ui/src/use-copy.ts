import { useEffect, useState } from 'react'
import { copyText } from './copy-text'
import { useT } from './texts'
import { toast } from './toast'

const SHOWN_MS = 2000

/** For copy buttons: `copied` is true for a moment after copying; a failure shows a toast. */
export function useCopy(): { copied: boolean; copy: (text: string) => void } {
  const t = useT()
  // Counts copies, so that each restarts the timer.
  const [times, setTimes] = useState(0)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (times === 0) return
    const waiting = window.setTimeout(() => setCopied(false), SHOWN_MS)
    return () => window.clearTimeout(waiting)
  }, [times])

  async function copy(text: string): Promise<void> {
    const isDone = await copyText(text)
    setCopied(isDone)
    if (isDone) setTimes((before) => before + 1)
    else toast.error(t('notCopied'))
  }
  return { copied, copy: (text) => void copy(text) }
}
