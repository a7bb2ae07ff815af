import { InlineAlert, i18n, useSubmit } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useLogin } from '../context'
import { Emphasis } from '../frame/emphasis'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import { answerMerge, type MergeLink, type MergeOutcome, type MergeRequest } from './calls'
import { isMergeClosed } from './is-merge-closed'
import classes from './merge.module.css'
import { useT } from './merge.texts'

interface AskMergeProps {
  readonly link: MergeLink
  readonly request: MergeRequest
  readonly onAnswered: (outcome: MergeOutcome) => void
  readonly onClosed: () => void
}

/** Explains the consequences of a merge; neither answer is focused, so that a single key press cannot choose one. */
export function AskMerge({ link, request, onAnswered, onClosed }: AskMergeProps) {
  const t = useT()
  const { session } = useLogin()
  const { failure, pending, run } = useSubmit()
  const { address, other, goes, expiresAt } = request
  const lead = t(goes ? 'goes' : 'stays', { address, other })
  const when = new Date(expiresAt).toLocaleString(i18n.language, { dateStyle: 'long', timeStyle: 'short' })

  async function answer(agreed: boolean): Promise<void> {
    try {
      onAnswered((await answerMerge(session.call, link, agreed)).outcome)
    } catch (error) {
      if (!isMergeClosed(error)) throw error
      onClosed()
    }
  }

  return (
    <Step title={t('title')} lead={<Emphasis text={lead} part={address} />}>
      <ul className={classes.list}>
        {goes ? <ClosedAccountEffects asked={request} /> : <KeptAccountEffects />}
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

function ClosedAccountEffects({ asked: { other, accounts, more } }: { readonly asked: MergeRequest }) {
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

function KeptAccountEffects() {
  const t = useT()
  return (
    <>
      <li>{t('otherEnds')}</li>
      <li>{t('comes')}</li>
      <li>{t('keeps')}</li>
    </>
  )
}
