import { InlineAlert, i18n, useSubmit } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useLogin } from '../context'
import { Emphasis } from '../frame/emphasis'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import { isClientError } from '../is-client-error'
import classes from './approval.module.css'
import { useT } from './approval.texts'
import { type ApprovalLink, type ApprovalRequest, answerApproval } from './calls'

interface ApprovalFormProps {
  readonly link: ApprovalLink
  readonly request: ApprovalRequest
  readonly onAnswered: (approved: boolean) => void
  readonly onClosed: () => void
}

export function ApprovalForm({ link, request, onAnswered, onClosed }: ApprovalFormProps) {
  const t = useT()
  const { session } = useLogin()
  const { failure, pending, run } = useSubmit()
  const { approvalFlowName, approvalFlowDescription, requester, approvalFlowRequestDate, executionData } = request
  const when = new Date(approvalFlowRequestDate).toLocaleString(i18n.language, {
    dateStyle: 'long',
    timeStyle: 'short',
  })

  async function answer(approved: boolean): Promise<void> {
    try {
      await answerApproval(session.call, link, approved)
      onAnswered(approved)
    } catch (error) {
      if (!isClientError(error)) throw error
      onClosed()
    }
  }

  return (
    <Step title={approvalFlowName} lead={<Emphasis text={t('text', { requester })} part={requester} />}>
      {approvalFlowDescription && <p className={classes.text}>{approvalFlowDescription}</p>}
      <dl className={classes.facts}>
        {Object.entries(executionData ?? {}).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.date}>{t('since', { when })}</p>
      <div className={frame.actions}>
        {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
        <Button fullWidth loading={pending} onClick={() => void run(() => answer(true))}>
          {t('approve')}
        </Button>
        <Button fullWidth variant="default" disabled={pending} onClick={() => void run(() => answer(false))}>
          {t('refuse')}
        </Button>
      </div>
    </Step>
  )
}
