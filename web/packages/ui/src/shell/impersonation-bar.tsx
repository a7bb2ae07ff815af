import { Button } from '@mantine/core'
import { IconUserShield } from '@tabler/icons-react'
import { i18n } from '../i18n'
import { useSubmit } from '../use-submit'
import classes from './impersonation-bar.module.css'
import { useT } from './shell.texts'

interface ImpersonationBarProps {
  /** The impersonated user and their organization. */
  readonly name: string
  readonly organization: string | undefined
  /** When it expires, once that is known. */
  readonly until: Date | undefined
  readonly onEnd: () => Promise<unknown>
}

/** Shown on every page during impersonation. */
export function ImpersonationBar({ name, organization, until, onEnd }: ImpersonationBarProps) {
  const t = useT()
  const { pending, run } = useSubmit()
  const time = until?.toLocaleTimeString(i18n.language, { hour: 'numeric', minute: '2-digit' })
  return (
    <section className={classes.bar} aria-label={t('impersonation.label')}>
      <IconUserShield size={18} stroke={1.75} className={classes.icon} aria-hidden />
      <p className={classes.text}>
        <span className={classes.name}>
          {organization ? t('impersonation.actsIn', { name, organization }) : t('impersonation.acts', { name })}
        </span>
        {time && <span className={classes.expiry}>{t('impersonation.until', { time })}</span>}
      </p>
      <Button variant="default" size="xs" loading={pending} onClick={() => void run(onEnd)}>
        {t('impersonation.end')}
      </Button>
    </section>
  )
}
