import { useCallback, useMemo, useState } from 'react'
import { useLogin } from '../context'
import { Failed } from '../frame/failed'
import { Step } from '../frame/step'
import { Waiting } from '../frame/waiting'
import { part } from '../part'
import { isRefusal } from '../refusal'
import { useLoaded } from '../use-loaded'
import { useT } from './approval.texts'
import { Asked } from './asked'
import { approvalLinkOf, readApproval } from './calls'

const MergePage = part(() => import('../merge/merge-page'), 'MergePage')

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
  const link = useMemo(() => approvalLinkOf(search), [search])
  const { value, error } = useLoaded(
    useCallback(async () => (link ? readApproval(session.call, link) : undefined), [session, link]),
  )

  if (step === 'approved' || step === 'refused') return <Step key={step} title={t(step)} lead={t('done')} />
  if (!link || isRefusal(error) || step === 'over') return <Step key="over" title={t('over')} lead={t('overText')} />
  if (error) return <Failed error={error} />
  if (!value) return <Waiting title={t('checking')} />
  return (
    <Asked
      link={link}
      request={value}
      onAnswered={(approved) => setStep(approved ? 'approved' : 'refused')}
      onOver={() => setStep('over')}
    />
  )
}
