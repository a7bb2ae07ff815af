import { IconCloudOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { i18n } from '../i18n'
import classes from './offline-notice.module.css'
import { useT } from './shell.texts'

/** Marks the shown data as stale while offline. */
export function OfflineNotice() {
  const t = useT()
  const since = useOfflineSince()
  return (
    <div role="status">
      {since && (
        <p className={classes.notice}>
          <IconCloudOff size={16} stroke={1.75} className={classes.icon} aria-hidden />
          {t('offline', { time: since.toLocaleTimeString(i18n.language, { hour: 'numeric', minute: '2-digit' }) })}
        </p>
      )}
    </div>
  )
}

function useOfflineSince(): Date | null {
  const [since, setSince] = useState(() => (navigator.onLine ? null : new Date()))
  useEffect(() => {
    const leave = () => setSince(new Date())
    const comeBack = () => setSince(null)
    window.addEventListener('offline', leave)
    window.addEventListener('online', comeBack)
    return () => {
      window.removeEventListener('offline', leave)
      window.removeEventListener('online', comeBack)
    }
  }, [])
  return since
}
