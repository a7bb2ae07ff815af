import { Avatar, formatList, RelativeTime } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import type { ConsentingApplication } from '../../wire'
import { useT } from '../privacy.texts'
import classes from '../sessions.module.css'

/** What an application may learn, in the order in which people were asked. */
const SCOPES = ['openid', 'email', 'profile'] as const

interface ConsentRowProps {
  readonly app: ConsentingApplication
  readonly onWithdraw: () => void
}

export function ConsentRow({ app, onWithdraw }: ConsentRowProps) {
  const t = useT()
  const { name, logoUrl, scopes, updatedAt } = app
  const known = SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => t(`consents.${scope}`))
  return (
    <li className={classes.row}>
      <Avatar name={name} src={logoUrl || null} size={36} shape="square" />
      <div className={classes.text}>
        <div className={classes.device}>{name}</div>
        <div className={classes.facts}>
          <span>{t('consents.knows', { what: formatList(known) })}</span>
          {updatedAt && <RelativeTime value={updatedAt} sentence={(when) => t('consents.allowed', { when })} />}
        </div>
      </div>
      <div className={classes.end}>
        <Button variant="default" size="xs" aria-label={t('consents.withdrawNamed', { name })} onClick={onWithdraw}>
          {t('consents.withdraw')}
        </Button>
      </div>
    </li>
  )
}
