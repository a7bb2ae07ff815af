import { RelativeTime, StatusBadge } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { deviceOf } from '../shared/device'
import { useIpLocation } from '../shared/ip-location'
import type { LoginSession } from '../wire'
import { useT } from './privacy.texts'
import classes from './sessions.module.css'

/** "Chrome on Windows", or as much of it as is known, and where it is. */
export function useSessionName({ userAgent, ipAddress }: LoginSession) {
  const t = useT()
  const place = useIpLocation(ipAddress)
  const { browser, system } = deviceOf(userAgent)
  const device =
    browser && system ? t('sessions.device', { browser, system }) : browser || system || t('sessions.unknown')
  return { device, place, name: place ? t('sessions.named', { device, place }) : device }
}

export function SessionRow({ session, onEnd }: { session: LoginSession; onEnd: () => void }) {
  const t = useT()
  const { device, place, name } = useSessionName(session)
  const Icon = deviceOf(session.userAgent).isHandheld ? IconDeviceMobile : IconDeviceDesktop
  return (
    <li className={classes.row}>
      <span className={classes.icon}>
        <Icon size={20} stroke={1.5} aria-hidden />
      </span>
      <div className={classes.text}>
        <div className={classes.device}>
          {device}
          {session.current && <StatusBadge tone="success">{t('sessions.current')}</StatusBadge>}
          {session.impersonated && <StatusBadge tone="warning">{t('sessions.impersonated')}</StatusBadge>}
        </div>
        <div className={classes.facts}>
          {place !== (session.ipAddress ?? '') && <span>{place}</span>}
          {session.ipAddress && <span className={classes.ip}>{session.ipAddress}</span>}
          <RelativeTime value={session.createdAt} sentence={(when) => t('sessions.signedIn', { when })} />
        </div>
      </div>
      {!session.current && (
        <Button variant="default" size="xs" onClick={onEnd} aria-label={t('sessions.signOutDevice', { device: name })}>
          {t('sessions.signOut')}
        </Button>
      )}
    </li>
  )
}
