import { useCallback, useMemo, useState } from 'react'
import { useLogin } from '../context'
import { LoadError } from '../frame/load-error'
import { LoadingCard } from '../frame/loading-card'
import { Step } from '../frame/step'
import { isClientError } from '../is-client-error'
import { lazyChunk } from '../lazy-chunk'
import { useLoad } from '../use-load'
import { useT } from './approval.texts'
import { ApprovalForm } from './approval-form'
import { parseApprovalLink, readApproval } from './calls'

const MergePage = lazyChunk(() => import('../merge/merge-page'), 'MergePage')

/** Decisions requested by mail: an approval, or the merge of two accounts. */
export function ApprovalPage() {
  const { search } = useLogin()
  return search.has('mergeRequestId') ? <MergePage /> : <Approval />
}

/** The approver's link authenticates the decision, so no sign-in is required. */
function Approval() {
  const t = useT()
  const { session, search } = useLogin()
  const [step, setStep] = useState<'asked' | 'approved' | 'refused' | 'over'>('asked')
  const link = useMemo(() => parseApprovalLink(search), [search])
  const { value, error } = useLoad(
    useCallback(async () => (link ? readApproval(session.call, link) : undefined), [session, link]),
  )

  if (step === 'approved' || step === 'refused') return <Step key={step} title={t(step)} lead={t('done')} />
  if (!link || isClientError(error) || step === 'over')
    return <Step key="over" title={t('over')} lead={t('overText')} />
  if (error) return <LoadError error={error} />
  if (!value) return <LoadingCard title={t('checking')} />
  return (
    <ApprovalForm
      link={link}
      request={value}
      onAnswered={(approved) => setStep(approved ? 'approved' : 'refused')}
      onClosed={() => setStep('over')}
    />
  )
}
