import { InlineAlert } from '@gatehouse/ui'
import { useLogin, usePlace } from '../context'
import { useT } from '../texts'
import classes from './login.module.css'

/** What another page did, when it ends here. */
export const NOTICES = ['passwordChanged', 'activated', 'accepted', 'recovered'] as const
type NoticeName = (typeof NOTICES)[number]

export function Notice() {
  const t = useT()
  const { step } = usePlace(useLogin().navigation)
  const notice = NOTICES.find((name): name is NoticeName => name === step)
  if (!notice) return null
  return (
    <div className={classes.notice}>
      <InlineAlert tone="success">{t(`login.${notice}`)}</InlineAlert>
    </div>
  )
}
