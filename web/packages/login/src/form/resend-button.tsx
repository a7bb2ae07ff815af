import { errorText, InlineAlert } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useT } from '../texts'
import classes from './form.module.css'

const COOLDOWN_SECONDS = 30

interface ResendButtonProps {
  readonly send: () => Promise<unknown>
  /** What to try before resending. */
  readonly hint?: string
}

/** A resend button for mails that did not arrive. It starts disabled, because the first mail was just sent. */
export function ResendButton({ send, hint }: ResendButtonProps) {
  const t = useT()
  const [seconds, setSeconds] = useState(COOLDOWN_SECONDS)
  const [outcome, setOutcome] = useState<'sent' | { failure: string }>()

  useEffect(() => {
    if (seconds === 0) return
    const tick = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(tick)
  }, [seconds])

  const onClick = () => {
    setSeconds(COOLDOWN_SECONDS)
    setOutcome(undefined)
    send().then(
      () => setOutcome('sent'),
      (error: unknown) => {
        setOutcome({ failure: errorText(error) })
        setSeconds(0)
      },
    )
  }

  return (
    <div className={classes.resend}>
      {typeof outcome === 'object' && <InlineAlert tone="danger">{outcome.failure}</InlineAlert>}
      <p className={classes.hint} role="status">
        {outcome === 'sent' ? t('resend.sent') : (hint ?? t('resend.lost'))}
      </p>
      <Button variant="default" fullWidth disabled={seconds > 0} onClick={onClick}>
        {seconds > 0 ? t('resend.wait', { seconds }) : t('resend.submit')}
      </Button>
    </div>
  )
}
