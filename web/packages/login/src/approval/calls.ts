import type { Call } from '@gatehouse/sdk'

// Shapes: wire reference, "Approval flows".
const FLOWS = '/identity/resources/approval-flows/v1'

export interface ApprovalLink {
  readonly approvalFlowExecutionId: string
  readonly approverId: string
  readonly approvalFlowStepId: string
}

export interface ApprovalRequest {
  readonly approvalFlowName: string
  readonly approvalFlowDescription?: string
  readonly requester: string
  readonly approvalFlowRequestDate: string
  readonly executionData?: Readonly<Record<string, unknown>>
}

/** Reads the approver's link from the address; undefined if a parameter is missing. */
export function parseApprovalLink(search: URLSearchParams): ApprovalLink | undefined {
  const approvalFlowExecutionId = search.get('approvalFlowExecutionId')
  const approverId = search.get('approverId')
  const approvalFlowStepId = search.get('approvalFlowStepId')
  if (!approvalFlowExecutionId || !approverId || !approvalFlowStepId) return undefined
  return { approvalFlowExecutionId, approverId, approvalFlowStepId }
}

export const readApproval = (call: Call, link: ApprovalLink) =>
  call<ApprovalRequest>(`${FLOWS}/execution-data`, { query: { ...link } })

export const answerApproval = (call: Call, link: ApprovalLink, approved: boolean) =>
  call(`${FLOWS}/approver-action`, { method: 'POST', body: { ...link, approved } })
