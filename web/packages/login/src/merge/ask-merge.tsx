import { InlineAlert, i18n, useSubmit } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useLogin } from '../context'
import { Emphasis } from '../frame/emphasis'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import { answerMerge, type MergeAsked, type MergeLink, type MergeOutcome } from './calls'
import { isOver } from './is-over'
import classes from './merge.module.css'
import { useT } from './merge.texts'

interface AskMergeProps {
  readonly link: MergeLink
  readonly asked: MergeAsked
  readonly onAnswered: (outcome: MergeOutcome) => void
  readonly onOver: () => void
}

/** Explains the consequences of a merge; neither answer is focused, so that a single key press cannot choose one. */
export function AskMerge({ link, asked, onAnswered, onOver }: AskMergeProps) {
  const t = useT()
  const { session } = useLogin()
  const { failure, pending, run } = useSubmit()
  const { address, other, goes, expiresAt } = asked
  const lead = t(goes ? 'goes' : 'stays', { address, other })
  const when = new Date(expiresAt).toLocaleString(i18n.language, { dateStyle: 'long', timeStyle: 'short' })

  async function answer(agreed: boolean): Promise<void> {
    try {
      onAnswered((await answerMerge(session.call, link, agreed)).outcome)
    } catch (error) {
      if (!isOver(error)) throw error
      onOver()
    }
  }

  return (
    <Step title={t('title')} lead={<Emphasis text={lead} part={address} />}>
      <ul className={classes.list}>
        {goes ? <OfWhoGoes asked={asked} /> : <OfWhoStays />}
        <li>{t('both', { when })}</li>
      </ul>
      <p className={classes.warning}>{t('onlyIf')}</p>
      <div className={frame.actions}>
        {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
        <Button fullWidth loading={pending} onClick={() => void run(() => answer(true))}>
          {t('merge')}
        </Button>
        <Button fullWidth variant="default" disabled={pending} onClick={() => void run(() => answer(false))}>
          {t('refuse')}
        </Button>
      </div>
    </Step>
  )
}

function OfWhoGoes({ asked: { other, accounts, more } }: { readonly asked: MergeAsked }) {
  const t = useT()
  const names = new Intl.ListFormat(i18n.language).format([
    ...accounts,
    ...(more > 0 ? [t('more', { count: more })] : []),
  ])
  return (
    <>
      <li>{t('ends')}</li>
      <li>{t('moves')}</li>
      {names && <li>{t('places', { names })}</li>}
      <li>{t('opens', { other })}</li>
    </>
  )
}

function OfWhoStays() {
  const t = useT()
  return (
    <>
      <li>{t('otherEnds')}</li>
      <li>{t('comes')}</li>
      <li>{t('keeps')}</li>
    </>
  )
}
