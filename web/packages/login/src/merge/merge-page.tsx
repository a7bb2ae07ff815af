import { useCallback, useMemo, useState } from 'react'
import { useLogin } from '../context'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Failed } from '../frame/failed'
import { Step } from '../frame/step'
import { Waiting } from '../frame/waiting'
import { useLoaded } from '../use-loaded'
import { AskMerge } from './ask-merge'
import { type MergeOutcome, mergeLinkOf, readMerge } from './calls'
import { isOver } from './is-over'
import { useT } from './merge.texts'

/** Opened from the mails about a merge. The link authenticates one mailbox and does not sign in. */
export function MergePage() {
  const t = useT()
  const { session, search } = useLogin()
  const [step, setStep] = useState<MergeOutcome | 'asked' | 'over'>('asked')
  const link = useMemo(() => mergeLinkOf(search), [search])
  const { value, error } = useLoaded(
    useCallback(async () => (link ? readMerge(session.call, link) : undefined), [session, link]),
  )

  if (!link || isOver(error) || step === 'over') return <Step key="over" title={t('over')} lead={t('overText')} />
  if (step !== 'asked') {
    const footer = step === 'merged' ? <BackToSignIn /> : undefined
    return <Step key={step} title={t(step)} lead={t(`${step}Text`)} footer={footer} />
  }
  if (error) return <Failed error={error} />
  if (!value) return <Waiting title={t('checking')} />
  return <AskMerge link={link} asked={value} onAnswered={setStep} onOver={() => setStep('over')} />
}
