import { useCallback, useMemo, useState } from 'react'
import { useLogin } from '../context'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { LoadError } from '../frame/load-error'
import { LoadingCard } from '../frame/loading-card'
import { Step } from '../frame/step'
import { useLoad } from '../use-load'
import { AskMerge } from './ask-merge'
import { type MergeOutcome, parseMergeLink, readMerge } from './calls'
import { isMergeClosed } from './is-merge-closed'
import { useT } from './merge.texts'

/** Opened from the mails about a merge. The link authenticates one mailbox and does not sign in. */
export function MergePage() {
  const t = useT()
  const { session, search } = useLogin()
  const [step, setStep] = useState<MergeOutcome | 'asked' | 'over'>('asked')
  const link = useMemo(() => parseMergeLink(search), [search])
  const { value, error } = useLoad(
    useCallback(async () => (link ? readMerge(session.call, link) : undefined), [session, link]),
  )

  if (!link || isMergeClosed(error) || step === 'over')
    return <Step key="over" title={t('over')} lead={t('overText')} />
  if (step !== 'asked') {
    const footer = step === 'merged' ? <BackToSignIn /> : undefined
    return <Step key={step} title={t(step)} lead={t(`${step}Text`)} footer={footer} />
  }
  if (error) return <LoadError error={error} />
  if (!value) return <LoadingCard title={t('checking')} />
  return <AskMerge link={link} request={value} onAnswered={setStep} onClosed={() => setStep('over')} />
}
