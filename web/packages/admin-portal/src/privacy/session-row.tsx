import { RelativeTime, StatusBadge } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { deviceOf } from '../shared/device'
import type { LoginSession } from '../wire'
import { useT } from './privacy.texts'
import classes from './sessions.module.css'

/** "Chrome on Windows", or as much of it as is known. */
export function useDeviceName() {
  const t = useT()
  return ({ userAgent }: LoginSession) => {
    const { browser, system } = deviceOf(userAgent)
    if (browser && system) return t('sessions.device', { browser, system })
    return browser || system || t('sessions.unknown')
  }
}

export function SessionRow({ session, onEnd }: { session: LoginSession; onEnd: () => void }) {
  const t = useT()
  const device = useDeviceName()(session)
  const Icon = deviceOf(session.userAgent).isHandheld ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.row}>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.5} aria-hidden />
      </span>
      <div className={classes.words}>
        <div className={classes.device}>
          {device}
          {session.current && <StatusBadge tone="success">{t('sessions.current')}</StatusBadge>}
          {session.impersonated && <StatusBadge tone="warning">{t('sessions.impersonated')}</StatusBadge>}
        </div>
        <div className={classes.facts}>
          {session.ipAddress && <span className={classes.ip}>{session.ipAddress}</span>}
          <RelativeTime value={session.createdAt} sentence={(when) => t('sessions.signedIn', { when })} />
        </div>
      </div>
      {!session.current && (
        <Button variant="default" size="xs" onClick={onEnd} aria-label={t('sessions.signOutDevice', { device })}>
          {t('sessions.signOut')}
        </Button>
      )}
    </li>
  )
}
